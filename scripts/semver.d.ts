declare module 'semver' {
  /** False for a version or range that cannot be read. */
  export function satisfies(
    version: string,
    range: string,
    options?: { includePrerelease?: boolean },
  ): boolean;
}
