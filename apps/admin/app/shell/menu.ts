import type { OperatorRight } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBuildingBank,
  IconBuildingStore,
  IconCheck,
  IconClipboardList,
  IconClockX,
  IconCreditCard,
  IconFileDownload,
  IconFileInvoice,
  IconHeart,
  IconHistory,
  IconInfoCircle,
  IconLayoutDashboard,
  IconList,
  IconListCheck,
  IconMail,
  IconMapPin,
  IconMessageCircle,
  IconPigMoney,
  IconReceipt,
  IconReceiptEuro,
  IconStarFilled,
  IconTag,
  IconUserCircle,
  IconUsers,
  IconWallet,
} from '@wopack/ui/icons';
import { getListPath, type ResourceName, resources } from '../lib/resources.ts';
import type admin from '../locales/en/admin.json';

type Dashboard = Reply<'getDashboard'>['data'];
type TaskKind = Dashboard['tasks'][number]['kind'];

/** Lists have their names; sellers whose tax is reported are the list of their own page. */
type ItemName = 'dashboard' | 'launch' | 'legal_texts' | 'tax' | Exclude<ResourceName, 'tax_sellers'>;

interface MenuItem {
  name: ItemName;
  icon: typeof IconReceipt;
  /** The number of its open tasks is shown beside the item. */
  task?: TaskKind;
}

interface MenuGroup {
  /** None for the first one. */
  label?: keyof (typeof admin)['menu'];
  items: readonly MenuItem[];
}

export const getItemPath = ({ name }: MenuItem) => (name === 'dashboard' ? '/' : `/${name}`);

export function getItemRight({ name }: MenuItem): OperatorRight {
  if (name === 'dashboard') return 'console.use';
  if (name === 'launch' || name === 'legal_texts') return 'launch.view';
  return resources[name === 'tax' ? 'tax_sellers' : name].right;
}

/** What an operator sees of it depends on the rights. */
export const menu: readonly MenuGroup[] = [
  {
    items: [
      { name: 'dashboard', icon: IconLayoutDashboard },
      { name: 'launch', icon: IconListCheck, task: 'launch_checks' },
      { name: 'legal_texts', icon: IconClipboardList },
    ],
  },
  {
    label: 'support',
    items: [
      { name: 'orders', icon: IconReceipt },
      { name: 'problems', icon: IconAlertTriangle, task: 'problems' },
      { name: 'content_reports', icon: IconInfoCircle, task: 'content_reports' },
      { name: 'objections', icon: IconMessageCircle, task: 'objections' },
      { name: 'reviews', icon: IconStarFilled },
    ],
  },
  {
    label: 'people',
    items: [
      { name: 'users', icon: IconUsers },
      { name: 'sellers', icon: IconBuildingStore, task: 'unverified_sellers' },
    ],
  },
  {
    label: 'catalogue',
    items: [
      { name: 'products', icon: IconTag },
      { name: 'sale_places', icon: IconMapPin },
      { name: 'look_alikes', icon: IconUsers, task: 'look_alikes' },
      { name: 'place_claims', icon: IconMessageCircle, task: 'place_claims' },
      { name: 'value_proposals', icon: IconPigMoney },
      { name: 'price_tiers', icon: IconReceiptEuro },
      { name: 'product_types', icon: IconList },
    ],
  },
  {
    label: 'money',
    items: [
      { name: 'payout_runs', icon: IconBuildingBank },
      { name: 'transfers', icon: IconArrowsExchange, task: 'stuck_transfers' },
      { name: 'provider_payouts', icon: IconBuildingBank, task: 'failed_payouts' },
      { name: 'statements', icon: IconFileInvoice },
      { name: 'commission_invoices', icon: IconReceipt },
      { name: 'refunds', icon: IconReceiptEuro, task: 'stuck_refunds' },
      { name: 'disputes', icon: IconCreditCard, task: 'disputes' },
      { name: 'codes', icon: IconTag },
      { name: 'grants', icon: IconWallet },
      { name: 'ledger', icon: IconArrowsExchange },
      { name: 'reconciliations', icon: IconCheck },
      { name: 'tax', icon: IconFileDownload },
    ],
  },
  {
    label: 'partner_programme',
    items: [
      { name: 'partners', icon: IconHeart },
      { name: 'referrals', icon: IconUserCircle },
      { name: 'shares', icon: IconReceipt },
      { name: 'credits', icon: IconPigMoney },
    ],
  },
  {
    label: 'system',
    items: [
      { name: 'jobs', icon: IconClockX, task: 'failed_jobs' },
      { name: 'mails', icon: IconMail, task: 'undelivered_mail' },
      { name: 'operators', icon: IconClipboardList },
      { name: 'audit', icon: IconHistory },
    ],
  },
];

/** The list page of each kind of task; that of the tax report depends on the year. */
const taskPaths: Record<Exclude<TaskKind, 'tax_data'>, string> = {
  problems: '/problems',
  content_reports: '/content_reports',
  look_alikes: getListPath('look_alikes', { state: 'open' }),
  place_claims: getListPath('place_claims', { state: 'open' }),
  objections: '/objections',
  unverified_sellers: getListPath('sellers', { state: 'new' }),
  disputes: getListPath('disputes', { state: 'open' }),
  stuck_refunds: getListPath('refunds', { state: 'failed,refused,queued' }),
  stuck_transfers: getListPath('transfers', { needs_attention: 'yes' }),
  failed_payouts: getListPath('provider_payouts', { needs_attention: 'yes' }),
  failed_jobs: '/jobs',
  undelivered_mail: '/mails',
  launch_checks: '/launch',
};

/** As in the menu; the data that a tax report lacks are counted by no item. */
export const getTaskIcon = (kind: TaskKind): MenuItem['icon'] =>
  menu.flatMap(({ items }) => items).find(({ task }) => task === kind)?.icon ?? IconFileDownload;

/** Where what waits is dealt with; the tax report with the sellers of that year. */
export function getTaskPath(kind: TaskKind, { tax_year: year }: Pick<Dashboard, 'tax_year'>): string {
  if (kind !== 'tax_data') return taskPaths[kind];
  return getListPath('tax', { status: 'reportable', complete: 'no', year: String(year) });
}
