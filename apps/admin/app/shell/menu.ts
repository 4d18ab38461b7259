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
  /** Leaves in the list what waits; without one the list shows nothing else. */
  taskFilter?: Record<string, string>;
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
      {
        name: 'content_reports',
        icon: IconInfoCircle,
        task: 'content_reports',
        taskFilter: { state: 'open' },
      },
      { name: 'objections', icon: IconMessageCircle, task: 'objections', taskFilter: { state: 'open' } },
      { name: 'reviews', icon: IconStarFilled },
    ],
  },
  {
    label: 'people',
    items: [
      { name: 'users', icon: IconUsers },
      { name: 'sellers', icon: IconBuildingStore, task: 'unverified_sellers', taskFilter: { state: 'new' } },
    ],
  },
  {
    label: 'catalogue',
    items: [
      { name: 'products', icon: IconTag },
      { name: 'sale_places', icon: IconMapPin },
      { name: 'look_alikes', icon: IconUsers, task: 'look_alikes', taskFilter: { state: 'open' } },
      { name: 'place_claims', icon: IconMessageCircle, task: 'place_claims', taskFilter: { state: 'open' } },
      { name: 'value_proposals', icon: IconPigMoney },
      { name: 'price_tiers', icon: IconReceiptEuro },
      { name: 'product_types', icon: IconList },
    ],
  },
  {
    label: 'money',
    items: [
      { name: 'payout_runs', icon: IconBuildingBank },
      {
        name: 'transfers',
        icon: IconArrowsExchange,
        task: 'stuck_transfers',
        taskFilter: { needs_attention: 'yes' },
      },
      {
        name: 'provider_payouts',
        icon: IconBuildingBank,
        task: 'failed_payouts',
        taskFilter: { needs_attention: 'yes' },
      },
      { name: 'statements', icon: IconFileInvoice },
      {
        name: 'commission_invoices',
        icon: IconReceipt,
        task: 'late_invoices',
        taskFilter: { needs_attention: 'yes' },
      },
      {
        name: 'refunds',
        icon: IconReceiptEuro,
        task: 'stuck_refunds',
        taskFilter: { state: 'failed,refused,queued' },
      },
      { name: 'disputes', icon: IconCreditCard, task: 'disputes', taskFilter: { state: 'open' } },
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

const findTaskItem = (kind: TaskKind): MenuItem | undefined =>
  menu.flatMap(({ items }) => items).find(({ task }) => task === kind);

/** As in the menu; the data that a tax report lacks are counted by no item. */
export const getTaskIcon = (kind: TaskKind): MenuItem['icon'] => findTaskItem(kind)?.icon ?? IconFileDownload;

/** Where what waits is dealt with; the tax report with the sellers of that year. */
export function getTaskPath(kind: TaskKind, { tax_year: year }: Pick<Dashboard, 'tax_year'>): string {
  if (kind === 'tax_data')
    return getListPath('tax', { status: 'reportable', complete: 'no', year: String(year) });
  const item = findTaskItem(kind)!;
  return item.taskFilter ? getListPath(item.name, item.taskFilter) : getItemPath(item);
}
