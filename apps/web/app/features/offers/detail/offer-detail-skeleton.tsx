import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** A pack on its way, in the shape it will have. In a page it sends the server writes the photo and the name. */
export const OfferDetailSkeleton = () => (
  <Loading className="grid gap-5 lg:grid-cols-[1fr_380px] lg:gap-10">
    <div className="grid content-start gap-4">
      <div data-preview="photo">
        <Skeleton className="h-[330px] w-full rounded-none sm:rounded-lg" />
      </div>
      <div className="grid gap-4 max-sm:px-4">
        <div data-preview="name">
          <Skeleton className="h-8 w-2/3" />
        </div>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-[76px] w-full rounded-md" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
    <Skeleton className="h-[480px] rounded-xl max-lg:hidden" />
  </Loading>
);
