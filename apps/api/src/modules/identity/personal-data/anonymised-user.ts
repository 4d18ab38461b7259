/** What is left of a person whom nobody sees any more; the address stays until all is erased. */
export const anonymisedUser = {
  name: '',
  sname: '',
  phone: '',
  city: '',
  latitude: null,
  longitude: null,
  avatar_path: null,
  password_hash: null,
  is_owner: false,
  is_partner: false,
} as const;
