import { calculateDistanceKm, type Position, toCartesian } from './distance.rules.ts';
import type { City, Gazetteer } from './gazetteer.ts';

/** Farther from the nearest city, somebody is in none. */
const MAX_CITY_DISTANCE_KM = 300;

/**
 * The city of a position. A big city reaches farther than a small one: from the square of the distance its own
 * extent is taken off, so that the middle of Lisbon's suburbs is theirs and its quarters are Lisbon's.
 */
export function findNearestCity({ cities, cartesianCoordinates }: Gazetteer, position: Position) {
  const [x, y, z] = toCartesian(position);
  let nearest: City | undefined;
  let smallestSquare = Number.POSITIVE_INFINITY;
  cities.forEach((city, i) => {
    const squaredDistance =
      (cartesianCoordinates[3 * i]! - x) ** 2 +
      (cartesianCoordinates[3 * i + 1]! - y) ** 2 +
      (cartesianCoordinates[3 * i + 2]! - z) ** 2;
    const squareBeyondCity = squaredDistance - calculateCityRadiusKm(city) ** 2;
    if (squareBeyondCity >= smallestSquare) return;
    smallestSquare = squareBeyondCity;
    nearest = city;
  });
  const distance = nearest ? calculateDistanceKm(nearest, position) : Number.POSITIVE_INFINITY;
  return nearest && distance <= MAX_CITY_DISTANCE_KM ? { city: nearest, distanceKm: distance } : null;
}

/** Kilometres from the middle of a city to its edge, about. */
const calculateCityRadiusKm = ({ population }: City): number => 0.01 * Math.sqrt(population);
