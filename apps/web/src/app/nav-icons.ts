import {
  IconClipboardList,
  IconHeart,
  IconLayoutDashboard,
  IconMilk,
  IconReceipt,
  IconSunHigh,
  IconTag,
  IconUserCircle,
} from '@tabler/icons-react';
import type { NavKey } from './navigation.ts';

export const navIcons: Record<NavKey, typeof IconHeart> = {
  today: IconSunHigh,
  offers: IconMilk,
  favorite: IconHeart,
  history: IconReceipt,
  account: IconUserCircle,
  seller: IconLayoutDashboard,
  sale: IconTag,
  orders: IconClipboardList,
};
