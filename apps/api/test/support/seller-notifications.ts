import type { Input } from '@wopack/contract/client';
import { beforeEach } from 'vitest';
import { buyProduct, createTestUser, type TestUser } from './builders.ts';
import { FRIDAY_NOON, type useTestApp } from './test-app.ts';

type Settings = Input<'updateSellerNotificationSettings'>['body'];

const EVERYTHING = { sold: 'mail', last_sold: 'mail', cancelled: 'mail', report: 'mail' } as const;
export const NOTHING = { sold: 'none', last_sold: 'none', cancelled: 'none', report: 'none' } as const;

/** For tests of what members are told of: each begins on a Friday at noon without messages. */
export function useSellerNotifications(api: ReturnType<typeof useTestApp>) {
  beforeEach(() => {
    api.clock.set(FRIDAY_NOON);
    api.mails.length = 0;
    api.pushes.length = 0;
  });
  const choose = (member: TestUser, body: Settings) =>
    member.call('updateSellerNotificationSettings', { body });
  const mailsTo = ({ email }: TestUser) => api.mails.filter(({ to }) => to === email);
  return {
    mailsTo,
    /** Without numbers of orders. */
    listSubjects: (user: TestUser) => mailsTo(user).map(({ subject }) => subject.replace(/, no\. \d+/, '')),
    /** Of everything else by mail. */
    change: (member: TestUser, settings: Partial<Settings>) => choose(member, { ...EVERYTHING, ...settings }),
    /** Of nothing else. */
    choose: (member: TestUser, settings: Partial<Settings>) => choose(member, { ...NOTHING, ...settings }),
    /** Buys one as somebody new. */
    async sell(productId: number) {
      const buyer = await createTestUser(api, { isEmailVerified: true });
      const order = await buyProduct(buyer, productId);
      await api.jobs.runDue();
      return { buyer, id: order.id };
    },
  };
}
