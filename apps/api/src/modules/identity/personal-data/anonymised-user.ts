/** Column values of a deleted account; the e-mail address stays until the account is purged. */
export const anonymisedUser = {
  name: '',
  surname: '',
  phone: '',
  city: '',
  latitude: null,
  longitude: null,
  avatar_path: null,
  password_hash: null,
  is_seller: false,
  is_partner: false,
} as const;
