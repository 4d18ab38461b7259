export { resendFailedMail } from './mail/send-mail.ts';
export { notificationJobs } from './notifications.jobs.ts';
export {
  findDelivery,
  findSettings,
  findSubscriber,
  getReminderMinutes,
  listMembersToNotify,
  removeFailedMail,
  saveSettings,
  settingsColumns,
} from './notifications.queries.ts';
export { notificationRoutes, registerOutboxPage } from './notifications.routes.ts';
export { getDeliveryTime } from './notifications.rules.ts';
export {
  addBusiness,
  composePush,
  enqueueNotifications,
  listUsersToNotify,
  type Notification,
  type NotifiedMember,
  notifySellers,
  notifyUser,
  type SellerNotification,
  selectUsersToNotify,
} from './notify.ts';
export { notificationPersonalData } from './personal-data.queries.ts';
