import { formatDistance, formatMoney, formatTime } from '../../lib/format/format.ts';
import { getCurrentLanguage } from '../../lib/i18n/language.ts';

/**
 * A browser loads what it knows of prices, distances and times when the first is written, which takes 10 to 20 ms each on a
 * desktop: between other work, while the server is asked, instead of in the middle of the first cards.
 */
export function warmFormats(): void {
  for (const format of [formatMoney, formatDistance, formatTime])
    setTimeout(format, 0, 0, getCurrentLanguage());
}
