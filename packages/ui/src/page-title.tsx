/** The document title; each page renders one. A prerendered page has the server's. */
export const PageTitle = ({ children }: { children: string }) =>
  import.meta.env.SSR ? null : <title>{`${children} · WoPack`}</title>;
