import {
  IconArrowsExchange,
  IconBuildingStore,
  IconCalendarWeek,
  IconClipboardList,
  IconHeart,
  IconLayoutDashboard,
  IconLink,
  IconMilk,
  IconReceipt,
  IconSunHigh,
  IconTag,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { NavKey } from './navigation.ts';

export const navIcons: Record<NavKey, typeof IconHeart> = {
  today: IconSunHigh,
  offers: IconMilk,
  favorite: IconHeart,
  history: IconReceipt,
  account: IconUserCircle,
  transactions: IconArrowsExchange,
  seller: IconLayoutDashboard,
  week: IconCalendarWeek,
  sale: IconTag,
  affiliate: IconLink,
  sellers: IconBuildingStore,
  clients: IconUsers,
  orders: IconClipboardList,
};
