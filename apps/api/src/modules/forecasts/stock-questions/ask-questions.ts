import { DAY_MS, type Language, localDate, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { workInBatches } from '../../../platform/db/batches.ts';
import type { Trx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { composeLine } from '../../../platform/mail/mail.ts';
import type { PushQuestion } from '../../../platform/push.ts';
import { notifySellers, type SellerNotification } from '../../notifications/index.ts';
import {
  type AllocatedSlot,
  deleteSlotsIfUnused,
  listAllocatedSlots,
  UNUSED_SLOT_DAYS,
} from '../../products/index.ts';
import { createQuestionKey, publishUnits } from './answer-question.ts';
import {
  deleteOldQuestions,
  insertQuestion,
  listSlotsToAsk,
  lockDueSettings,
  setNextAskings,
} from './stock-questions.queries.ts';
import { chooseProposal, findNextAsking, findObstacle } from './stock-questions.rules.ts';

const QUESTIONS_AT_ONCE = 100;
/** Longer than the eight weeks of which the forecast is measured: dates that were published by themselves are not. */
const KEPT_DAYS = 60;

/** Runs every minute: asks how many units there are today of the products whose time has come. */
export const askStockQuestions = (context: Context): Promise<void> =>
  workInBatches(
    (limit) => context.db.transaction().execute((trx) => askBatch(context, trx, limit)),
    QUESTIONS_AT_ONCE,
  );

/** With the slots in which nobody took part, which are kept as long as their question. */
export async function deleteExpiredQuestions({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const getDaysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  const [before, slotsBefore] = [getDaysAgo(KEPT_DAYS), getDaysAgo(UNUSED_SLOT_DAYS)];
  await workInBatches((limit) =>
    db.transaction().execute(async (trx) => {
      const slotIds = await deleteOldQuestions(trx, before, limit);
      await deleteSlotsIfUnused(trx, slotIds, slotsBefore);
      return slotIds.length;
    }),
  );
}

/** Returns the number of products whose time had come. */
async function askBatch(context: Context, trx: Trx, limit: number): Promise<number> {
  const now = context.clock.now();
  const due = await lockDueSettings(trx, now, limit);
  if (due.length === 0) return 0;
  // After a while without jobs too late is not asked at all: the pickup of that date has begun.
  const dates = due.map((row) => ({
    productId: row.product_id,
    date: localDate(row.next_at, row.time_zone).toString(),
  }));
  await setNextAskings(
    trx,
    due.map((row) => ({
      product_id: row.product_id,
      next_at: findNextAsking(row.asks_at, row.time_zone, now),
    })),
  );
  const dueSlots = await listSlotsToAsk(trx, dates, now);
  const slots = await listAllocatedSlots(
    trx,
    dueSlots.map(({ id }) => id),
  );
  const notifications: SellerNotification[] = [];
  for (const { id, product_id: productId, quantity, forecast, is_set_by_hand: isSetByHand } of dueSlots) {
    const slot = slots.find((candidate) => candidate.id === id)!;
    if (findObstacle(slot, now) !== null) continue;
    const publishesItself = due.some((row) => row.product_id === productId && row.publishes_itself);
    const question = { slotId: id, promised: quantity, forecast };
    const proposal = chooseProposal(quantity, forecast);
    const isMore = proposal > quantity;
    // What the seller has taken away is not put on sale again without them.
    const isPublished =
      publishesItself && isMore && !isSetByHand && (await publishProposal(context, trx, slot, question, now));
    const isNew = await insertQuestion(trx, {
      slot_id: id,
      asked_at: now,
      promised: quantity,
      proposal: forecast,
      answer: isPublished ? proposal : null,
      answered_at: isPublished ? now : null,
      is_published_by_itself: isPublished,
    });
    // Whoever lets it publish is not disturbed where there is nothing to add; the question is there nevertheless.
    const isSilent = publishesItself && forecast !== null && !isMore;
    if (isNew && !isSilent)
      notifications.push(buildNotification(context, slot, { ...question, isPublished }, now));
  }
  await notifySellers(context, trx, notifications);
  return due.length;
}

interface Question {
  slotId: number;
  promised: number;
  forecast: number | null;
}

/** Returns false when the units were changed at this moment: then the seller is asked. */
async function publishProposal(
  context: Context,
  trx: Trx,
  slot: AllocatedSlot,
  { slotId, promised, forecast }: Question,
  now: Date,
): Promise<boolean> {
  const quantity = chooseProposal(promised, forecast);
  const wopack = { id: null, member: { businessId: slot.seller_id, salePlaceIds: null } };
  try {
    await publishUnits(context, trx, wopack, { slotId, quantity, former: promised, now });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'conflict') return false;
    throw error;
  }
}

function buildNotification(
  context: Context,
  slot: AllocatedSlot,
  { promised, forecast, isPublished }: Question & { isPublished: boolean },
  now: Date,
): SellerNotification {
  const proposal = chooseProposal(promised, forecast);
  const template = isPublished ? 'stock_published' : proposal === promised ? 'stock_question_plain' : null;
  return {
    businessId: slot.seller_id,
    salePlaceId: slot.sale_place_id,
    types: ['stock_question'],
    ...(template !== null && { templates: { stock_question: template } }),
    values: (language) => ({
      name: slot.name,
      place: slot.sale_place_name,
      promised,
      proposal,
      pickup: pickupDateText(slot.starts_at, slot.ends_at, slot.time_zone, language),
    }),
    url: `/seller/questions?slot=${slot.id}`,
    tag: `stock-question-${slot.id}`,
    until: slot.starts_at,
    timeZone: slot.time_zone,
    // The seller has chosen this time.
    deadline: now,
    ...(!isPublished && {
      question: (userId: number, language: Language): PushQuestion => ({
        id: slot.id,
        key: createQuestionKey(context, slot.id, userId),
        former: promised,
        language,
        choices: [...new Set([promised, proposal])].map((quantity, index) => ({
          quantity,
          title: composeLine(index === 0 ? 'push.stockChoices.keep' : 'push.stockChoices.publish', language, {
            count: quantity,
          }),
        })),
        failed: composeLine('push.stockChoices.failed', language, {}),
      }),
    }),
  };
}
