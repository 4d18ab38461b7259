import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { getForecast } from './get-forecast.ts';
import { answerPushedQuestion, answerStockQuestion } from './stock-questions/answer-question.ts';
import { listNextStockQuestions } from './stock-questions/next-questions.ts';
import { listStockQuestions, updateStockQuestion } from './stock-questions/stock-questions.ts';

export function forecastRoutes(context: Context, { route }: Http): void {
  route(endpoints.getForecast, (call) => getForecast(context, call));
  route(endpoints.listStockQuestions, (call) => listStockQuestions(context, call));
  route(endpoints.listNextStockQuestions, (call) => listNextStockQuestions(context, call));
  route(endpoints.answerStockQuestion, (call) => answerStockQuestion(context, call));
  route(endpoints.answerPushedQuestion, (call) => answerPushedQuestion(context, call));
  route(endpoints.updateStockQuestion, (call) => updateStockQuestion(context, call));
}
