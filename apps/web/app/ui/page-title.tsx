/** The document's title; each page renders one. */
export const PageTitle = ({ children }: { children: string }) => <title>{`${children} · WoPack`}</title>;
