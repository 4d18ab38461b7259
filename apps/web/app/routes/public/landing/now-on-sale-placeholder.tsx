/** As tall as what will be there: nothing below jumps. */
export const NowOnSalePlaceholder = () => <div aria-hidden="true" className="h-[530px] lg:h-[505px]" />;
