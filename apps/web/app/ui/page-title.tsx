/** The document's title; each page renders one. Of a prerendered page it is the server's. */
export const PageTitle = ({ children }: { children: string }) =>
  import.meta.env.SSR ? null : <title>{`${children} · WoPack`}</title>;
