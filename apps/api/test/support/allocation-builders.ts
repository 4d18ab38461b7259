import {
  createDraftProduct,
  createTestUser,
  EVENING_SCHEDULE,
  SALE_PLACE_BODY,
  type TestUser,
} from './builders.ts';
import type { TestApp } from './test-app.ts';

/** Helpers of tests of draws and waitlists. */
export function createAllocationBuilders(api: TestApp) {
  /** Runs the sweep, as every minute, and all due jobs. */
  async function runJobs() {
    await api.jobs.runScheduled('allocation.sweep');
    await api.jobs.runDue();
  }
  const getOffer = async (user: TestUser, id: number) =>
    (await user.call('getOffer', { params: { id } })).data;
  return {
    runJobs,
    getOffer,
    getMine: async (user: TestUser, productId: number) => (await getOffer(user, productId)).allocation?.mine,
    createPerson: () => createTestUser(api, { isEmailVerified: true }),
    /** A product whose first slot is drawn: by default open from noon to one. */
    async createDrawnProduct({ quantity = 2, entryMinutes = 60 } = {}) {
      const seller = await createTestUser(api, { name: 'Rui Fontes', isSeller: true });
      const { data: salePlace } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
      const productId = await createDraftProduct(api, seller, salePlace.id);
      await seller.call('updateAllocation', {
        params: { id: productId },
        body: { allocation: 'draw', entry_minutes: entryMinutes },
      });
      await seller.call('updateSchedule', {
        body: { product_id: productId, quantity, schedule: EVENING_SCHEDULE },
      });
      await runJobs();
      const { allocation, slot_id } = await getOffer(seller, productId);
      return { seller, productId, slotId: slot_id!, drawId: allocation?.draw?.id ?? 0 };
    },
  };
}
