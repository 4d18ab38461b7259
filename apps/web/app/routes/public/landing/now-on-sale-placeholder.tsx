/** The height of the loaded content, so that nothing below shifts. */
export const NowOnSalePlaceholder = () => <div aria-hidden="true" className="h-[530px] lg:h-[505px]" />;
