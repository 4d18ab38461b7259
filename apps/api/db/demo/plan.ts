import { featured } from './featured.ts';
import { type Pack, packMaker } from './packs.ts';
import { type Venue, venues } from './places/venues.ts';
import { randomFrom } from './random.ts';
import type { Timetable } from './schedules.ts';

/** A venue with its packs, before they are in the database. */
export interface PlannedPlace {
  venue: Venue;
  packs: Pack[];
  /** Belongs to the demo's seller. */
  sellers: boolean;
}

/**
 * All venues of a demo: first the ones told by hand, then invented ones; packs spread unevenly over them, as many as
 * asked for. Made one by one, so that a hundred thousand need no memory.
 */
export function* plan(
  { places, packs }: { places: number; packs: number },
  timetable: Timetable,
): Generator<PlannedPlace> {
  const random = randomFrom('packs');
  const maker = packMaker(random, timetable);
  const told = featured(timetable).slice(0, places);
  yield* told;
  let placesLeft = places - told.length;
  let packsLeft = packs - told.reduce((sum, place) => sum + place.packs.length, 0);
  for (const venue of venues(placesLeft, told.length)) {
    const mean = packsLeft / placesLeft;
    const wanted = placesLeft === 1 ? packsLeft : Math.round(mean * (1 + random.swing() * 0.8));
    const count = Math.max(0, Math.min(wanted, packsLeft));
    yield { venue, packs: maker.packsFor(venue.concept, count), sellers: false };
    placesLeft--;
    packsLeft -= count;
  }
}
