/** A question that buttons of the notification answer; as `PushQuestion` of the server. */
export interface PushQuestion {
  id: number;
  key: string;
  former: number;
  language: string;
  choices: { quantity: number; title: string }[];
  failed: string;
}

export interface Answer {
  title: string;
  body: string;
}

/** The number of a pressed button; null: the notification itself was pressed. */
export const findChoice = (question: PushQuestion | undefined, action: string): number | null =>
  question?.choices.find(({ quantity }) => String(quantity) === action)?.quantity ?? null;

/** Publishes the number. What the server says, also when it refuses, is shown in place of the question. */
export async function answerQuestion(
  { id, key, former, language, failed }: PushQuestion,
  { quantity, endpoint, title }: { quantity: number; endpoint: string | undefined; title: string },
): Promise<Answer> {
  try {
    const response = await fetch('/api/v1/stock_question_answer', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ id, key, endpoint, quantity, former_quantity: former }),
    });
    const reply = (await response.json()) as { data?: Answer; message?: string };
    return reply.data ?? { title, body: reply.message ?? failed };
  } catch {
    return { title, body: failed };
  }
}
