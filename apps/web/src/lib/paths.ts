/** Addresses of the pages; the names are those of the specification's route table, in short. */
export const paths = {
  landing: '/',
  auth: '/auth',
  authEmail: '/auth/email',
  authCode: '/auth/code',
  authToken: '/auth/token',
  authLocation: '/auth/location',
  authCity: '/auth/city',
  signup: '/signup',
  signin: '/signin',
  main: '/main',
  offers: '/offers',
  offer: (id: number) => `/offers/${id}`,
  /** The offers with a venue chosen on the map. */
  onMap: ({ id, latitude, longitude }: { id: number; latitude: number; longitude: number }) =>
    `/offers?place=${id}&at=${latitude},${longitude}`,
  aboutSeller: (id: number) => `/sellers/${id}`,
  history: '/offers/history',
  favorite: '/favorite',
  orderSuccess: (id: number) => `/orders/${id}/success`,
  ticket: (id: number) => `/orders/${id}`,
  account: '/account',
  basicInfo: '/account/basic-info',
  changeCity: '/account/change_city',
  point: '/account/point',
  business: '/account/business',
  password: '/account/password',
  devices: '/account/devices',
  notifications: '/account/notifications',
  exportData: '/account/export',
  deletion: '/account/delete',
  seller: '/seller',
  newPoint: '/seller/point',
  editPoint: (id: number) => `/seller/point/${id}`,
  newDish: '/seller/dish',
  dish: (id: number) => `/seller/dish/${id}`,
  sellerQuickStart: '/seller/quick-start',
  sale: '/seller/sale',
  sellerOrders: '/seller/orders',
  policies: {
    terms: '/policy/terms-conditions',
    privacy: '/policy/privacy',
    cookie: '/policy/cookie',
    affiliate: '/policy/promotion-referral',
    delete: '/policy/data-deletion',
  },
} as const;

/** The five policies by their labels in the footer. */
export type Policy = keyof typeof paths.policies;
export const policies = Object.keys(paths.policies) as Policy[];
