import { formatDistance, formatMoney, formatTime } from '../../lib/format/format.ts';
import { getCurrentLanguage } from '../../lib/i18n/language.ts';

/**
 * The first use of each Intl formatter loads locale data, 10 to 20 ms on a desktop. Doing it while the server
 * responds keeps it out of rendering the first cards.
 */
export function warmFormats(): void {
  for (const format of [formatMoney, formatDistance, formatTime])
    setTimeout(format, 0, 0, getCurrentLanguage());
}
