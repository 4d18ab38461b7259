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
} from '@wopack/ui/icons';
import type admin from '../locales/en/admin.json';

type Dashboard = Reply<'getDashboard'>['data'];
type TaskKind = Dashboard['tasks'][number]['kind'];

interface MenuItem {
  label: keyof (typeof admin)['menu'];
  path: string;
  right: OperatorRight;
  icon: typeof IconReceipt;
  /** The number of its open tasks is shown beside the item. */
  task?: TaskKind;
}

interface MenuGroup {
  /** None for the first one. */
  label?: keyof (typeof admin)['menu'];
  items: readonly MenuItem[];
}

/** What an operator sees of it depends on the rights. */
export const menu: readonly MenuGroup[] = [
  { items: [{ label: 'dashboard', path: '/', right: 'console.use', icon: IconLayoutDashboard }] },
  {
    label: 'support',
    items: [
      { label: 'orders', path: '/orders', right: 'orders.view', icon: IconReceipt },
      {
        label: 'problems',
        path: '/problems',
        right: 'problems.view',
        icon: IconAlertTriangle,
        task: 'problems',
      },
      {
        label: 'content_reports',
        path: '/content_reports',
        right: 'content_reports.view',
        icon: IconInfoCircle,
        task: 'content_reports',
      },
      {
        label: 'objections',
        path: '/objections',
        right: 'content_reports.view',
        icon: IconMessageCircle,
        task: 'objections',
      },
      { label: 'reviews', path: '/reviews', right: 'catalogue.view', icon: IconStarFilled },
    ],
  },
  {
    label: 'people',
    items: [
      { label: 'users', path: '/users', right: 'users.view', icon: IconUsers },
      {
        label: 'sellers',
        path: '/sellers',
        right: 'sellers.view',
        icon: IconBuildingStore,
        task: 'unverified_sellers',
      },
    ],
  },
  {
    label: 'catalogue',
    items: [
      { label: 'products', path: '/products', right: 'catalogue.view', icon: IconTag },
      { label: 'sale_places', path: '/sale_places', right: 'catalogue.view', icon: IconMapPin },
      {
        label: 'look_alikes',
        path: '/look_alikes',
        right: 'catalogue.view',
        icon: IconUsers,
        task: 'look_alikes',
      },
      {
        label: 'place_claims',
        path: '/place_claims',
        right: 'catalogue.view',
        icon: IconMessageCircle,
        task: 'place_claims',
      },
      { label: 'price_tiers', path: '/price_tiers', right: 'prices.view', icon: IconReceiptEuro },
      { label: 'product_types', path: '/product_types', right: 'prices.view', icon: IconList },
    ],
  },
  {
    label: 'money',
    items: [
      { label: 'payout_runs', path: '/payout_runs', right: 'ledger.view', icon: IconBuildingBank },
      { label: 'statements', path: '/statements', right: 'ledger.view', icon: IconFileInvoice },
      {
        label: 'refunds',
        path: '/refunds',
        right: 'disputes.view',
        icon: IconReceiptEuro,
        task: 'stuck_refunds',
      },
      {
        label: 'disputes',
        path: '/disputes',
        right: 'disputes.view',
        icon: IconCreditCard,
        task: 'disputes',
      },
      { label: 'ledger', path: '/ledger', right: 'ledger.view', icon: IconArrowsExchange },
      { label: 'reconciliations', path: '/reconciliations', right: 'ledger.view', icon: IconCheck },
      { label: 'tax', path: '/tax', right: 'tax.view', icon: IconFileDownload },
    ],
  },
  {
    label: 'partner_programme',
    items: [
      { label: 'partners', path: '/partners', right: 'partners.view', icon: IconHeart },
      { label: 'referrals', path: '/referrals', right: 'partners.view', icon: IconUserCircle },
      { label: 'shares', path: '/shares', right: 'partners.view', icon: IconReceipt },
      { label: 'credits', path: '/credits', right: 'partners.view', icon: IconPigMoney },
    ],
  },
  {
    label: 'system',
    items: [
      { label: 'jobs', path: '/jobs', right: 'system.view', icon: IconClockX, task: 'failed_jobs' },
      { label: 'mails', path: '/mails', right: 'system.view', icon: IconMail, task: 'undelivered_mail' },
      { label: 'operators', path: '/operators', right: 'operators.manage', icon: IconClipboardList },
      { label: 'audit', path: '/audit', right: 'audit.view', icon: IconHistory },
    ],
  },
];

/** The list page of each kind of task. */
const taskPaths: Partial<Record<TaskKind, string>> = {
  problems: '/problems',
  content_reports: '/content_reports',
  look_alikes: '/look_alikes?filter=%7B%22state%22%3A%22open%22%7D',
  place_claims: '/place_claims?filter=%7B%22state%22%3A%22open%22%7D',
  objections: '/objections',
  unverified_sellers: '/sellers?filter=%7B%22state%22%3A%22new%22%7D',
  disputes: '/disputes?filter=%7B%22state%22%3A%22open%22%7D',
  stuck_refunds: '/refunds?filter=%7B%22state%22%3A%22failed%2Crefused%2Cqueued%22%7D',
  failed_jobs: '/jobs',
  undelivered_mail: '/mails',
};

/** As in the menu, and of what has no item there. */
export const getTaskIcon = (kind: TaskKind): MenuItem['icon'] =>
  menu.flatMap(({ items }) => items).find(({ task }) => task === kind)?.icon ??
  (kind === 'tax_data' ? IconFileDownload : IconReceiptEuro);

/** Where what waits is dealt with; the tax report with the sellers of that year. */
export function getTaskPath(kind: TaskKind, { tax_year: year }: Pick<Dashboard, 'tax_year'>) {
  if (kind !== 'tax_data') return taskPaths[kind];
  const filter = { status: 'reportable', complete: 'no', year: String(year) };
  return `/tax?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}
