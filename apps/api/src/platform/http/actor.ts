/** Who calls, as the guard found out from the bearer token. */
export interface Actor {
  id: number;
  /** Of the token itself, for logging out. */
  tokenId: number;
  isSeller: boolean;
  isPartner: boolean;
  latitude: number | null;
  longitude: number | null;
}

/** Finds the person of a bearer token; null when it is unknown or over. */
export type Authenticate = (token: string) => Promise<Actor | null>;
