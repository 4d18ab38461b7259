import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The list on its way, in the shape of its cards. */
export const OfferSkeletons = ({ count = 6 }: { count?: number }) => (
  <Loading>
    <div className={offerGridClass}>
      {[1, 2, 3, 4, 5, 6].slice(0, count).map((index) => (
        <div key={index} className="grid gap-3">
          <Skeleton data-photo="" className="block aspect-[16/9.6] w-full rounded-lg" />
          <div className="flex justify-between">
            <Skeleton className="h-[18px] w-1/2" />
            <Skeleton className="h-[18px] w-16" />
          </div>
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-1/3" />
        </div>
      ))}
    </div>
  </Loading>
);

/** One column on phones, two, then three. */
export const offerGridClass = 'grid gap-x-7 gap-y-6 sm:grid-cols-2 sm:gap-y-9 xl:grid-cols-3';
