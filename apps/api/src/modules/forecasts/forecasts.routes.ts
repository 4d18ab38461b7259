import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { getForecast } from './get-forecast.ts';

export function forecastRoutes(context: Context, { route }: Http): void {
  route(endpoints.getForecast, (call) => getForecast(context, call));
}
