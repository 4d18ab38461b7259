import { formatCents, type Language, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Preview } from '../../../platform/http/preview.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { findOffer } from '../offers.queries.ts';

const MAX_DESCRIPTION_LENGTH = 160;

/** A shared link of a pack: its name and place, what it costs and when it is collected. Null when there is none. */
export const createOfferPreview =
  ({ db, clock }: Context) =>
  async (id: number, language: Language): Promise<Preview | null> => {
    const row = await findOffer(db, id, null, null, clock.now());
    if (!row) return null;
    const price = formatCents(row.price_cents, language);
    const value = formatCents(row.old_price_cents, language);
    // A preview stays in a chat for days: the date is named, never 'today'.
    const pickup =
      row.starts_at && row.ends_at ? pickupDateText(row.starts_at, row.ends_at, row.time_zone, language) : '';
    const descriptionParts = [
      row.old_price_cents > row.price_cents
        ? translate('preview.priceAndValue', language, { price, value })
        : price,
      pickup && translate('preview.pickup', language, { pickup }),
      `${row.place_name}, ${row.address}`,
    ];
    const photo = row.photos[0];
    return {
      path: `/offers/${id}`,
      title: `${row.name} · ${row.place_name}`,
      description: `${descriptionParts.filter(Boolean).join(' · ')}. ${shortenText(row.description)}`.trim(),
      image: photo
        ? { path: photo.path, width: 1280, height: 720, alt: row.name }
        : { path: '/preview.jpg', width: 1200, height: 630, alt: row.name },
      product: { name: row.name, photo: photo ?? null },
    };
  };

const shortenText = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_DESCRIPTION_LENGTH
    ? `${line.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s\S*$/, '')}…`
    : line;
};
