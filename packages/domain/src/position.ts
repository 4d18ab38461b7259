/** Degrees, WGS 84. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** As far as lists, suggestions and notices say 'nearby'. */
export const NEARBY_METRES = 25_000;

type Coordinates = { [K in keyof Position]?: number | null | undefined };

const toPosition = ({ latitude, longitude }: Coordinates): Position | null =>
  typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : null;

/** The requested coordinates, else the city of the account. */
export const resolvePosition = (requested: Coordinates, account: Coordinates | null): Position | null =>
  toPosition(requested) ?? toPosition(account ?? {});

export const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
