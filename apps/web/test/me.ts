import type { Me } from '../app/lib/data/shared-queries.ts';

/** A buyer with a confirmed address and a password. */
export const me: Me = {
  id: 1,
  name: 'Marta',
  sname: 'Salgado',
  email: 'marta@example.com',
  email_verified: true,
  has_password: true,
  phone: '',
  city: 'Lisboa',
  latitude: null,
  longitude: null,
  avatar_path: null,
  is_partner: false,
  is_owner: false,
  business: null,
};

/** Founder of a business, for which the device works. */
export const seller: Me = { ...me, is_owner: true, business: { id: me.id, role: 'owner' } };
