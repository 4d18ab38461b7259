import type { City, Gazetteer } from './gazetteer.ts';
import { kilometres, onGlobe, type Position } from './globe.rules.ts';

/** Farther from the nearest city, somebody is in none. */
const FARTHEST_KM = 300;

/**
 * The city of a position. A big city reaches farther than a small one: from the square of the distance its own
 * extent is taken off, so that the middle of Lisbon's suburbs is theirs and its quarters are Lisbon's.
 */
export function nearestCity({ cities, globe }: Gazetteer, position: Position) {
  const [x, y, z] = onGlobe(position);
  let nearest: City | undefined;
  let least = Number.POSITIVE_INFINITY;
  cities.forEach((city, i) => {
    const square = (globe[3 * i]! - x) ** 2 + (globe[3 * i + 1]! - y) ** 2 + (globe[3 * i + 2]! - z) ** 2;
    const outside = square - extent(city) ** 2;
    if (outside >= least) return;
    least = outside;
    nearest = city;
  });
  const distance = nearest ? kilometres(nearest, position) : Number.POSITIVE_INFINITY;
  return nearest && distance <= FARTHEST_KM ? { city: nearest, kilometres: distance } : null;
}

/** Kilometres from the middle of a city to its edge, about. */
const extent = ({ population }: City): number => 0.01 * Math.sqrt(population);
