import { formatCents, isolateWords, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { LinkPreview } from '../../../platform/http/pages/prerendered-pages.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { findProductText } from '../../products/index.ts';
import { listSalePlaceTypes, translateTypes } from '../../sale-places/index.ts';
import { findOffer } from '../offers.queries.ts';
import { findPublicSalePlace, listProductsOnOffer } from './sale-place.queries.ts';

/** By the path before the id. */
export const createLinkPreviews = (context: Context): Record<string, LinkPreview> => ({
  '/offers': createOfferPreview(context),
  '/sale-places': createSalePlacePreview(context),
});

const MAX_DESCRIPTION_LENGTH = 160;

/** Preview of a shared product link: name, sale place, price and pickup time. Null when there is no such product. */
const createOfferPreview =
  ({ db, clock }: Context): LinkPreview =>
  async (id, language) => {
    const row = await findOffer(
      db,
      id,
      { userId: null, scope: null, heldSlotId: null, origin: null },
      clock.now(),
    );
    if (!row) return null;
    const { name, description } = (await findProductText(db, row, language)) ?? row;
    const price = formatCents(row.price_cents, language);
    const value = formatCents(row.old_price_cents, language);
    // Previews stay in chats for days, so the date is absolute.
    const pickup =
      row.starts_at && row.ends_at ? pickupDateText(row.starts_at, row.ends_at, row.time_zone, language) : '';
    const descriptionParts = [
      row.old_price_cents > row.price_cents
        ? translate('preview.priceAndValue', language, { price, value })
        : price,
      pickup && translate('preview.pickup', language, { pickup }),
      `${isolateWords(row.place_name)}, ${isolateWords(row.address)}`,
    ];
    const photo = row.photos[0];
    return {
      path: `/offers/${id}`,
      title: `${isolateWords(name)} · ${isolateWords(row.place_name)}`,
      description: `${descriptionParts.filter(Boolean).join(' · ')}. ${shortenText(description)}`.trim(),
      image: photo
        ? { path: photo.path, width: 1280, height: 720, alt: name }
        : { path: '/preview.jpg', width: 1200, height: 630, alt: name },
      product: { name, photo: photo ?? null },
    };
  };

/** Preview of a shared sale place. Null when there is no such public sale place. */
const createSalePlacePreview =
  ({ db }: Context): LinkPreview =>
  async (id, language) => {
    const [row, types, products] = await Promise.all([
      findPublicSalePlace(db, id),
      listSalePlaceTypes(db),
      listProductsOnOffer(db, id),
    ]);
    if (!row) return null;
    const kinds = translateTypes(row.type_ids, types, language).map(({ name }) => name);
    const photo = products[0]?.photos[0];
    return {
      path: `/sale-places/${id}`,
      title: `${isolateWords(row.name)} · WoPack`,
      description:
        `${[...kinds, isolateWords(row.address)].join(' · ')}. ${shortenText(row.description)}`.trim(),
      image: photo
        ? { path: photo.path, width: 1280, height: 720, alt: row.name }
        : { path: '/preview.jpg', width: 1200, height: 630, alt: row.name },
    };
  };

const shortenText = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return isolateWords(
    line.length > MAX_DESCRIPTION_LENGTH
      ? `${line.slice(0, MAX_DESCRIPTION_LENGTH).replace(/\s\S*$/, '')}…`
      : line,
  );
};
