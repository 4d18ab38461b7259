import {
  type FullPageMessageProps,
  FullPageMessage as PlainFullPageMessage,
} from '@wopack/ui/feedback/states.tsx';
import type { SyntheticEvent } from 'react';
import cookie from '../../assets/food/large/cookie.webp';
import croissant from '../../assets/food/large/croissant.webp';

/** 404 and 500, with a cookie and a croissant. */
export const FullPageMessage = (props: Omit<FullPageMessageProps, 'decoration'>) => (
  <PlainFullPageMessage {...props} decoration={<Crumbs />} />
);

const Crumbs = () => (
  <>
    <img
      src={cookie}
      alt=""
      width={256}
      height={256}
      onError={hideBrokenImage}
      className="absolute bottom-0 left-0 h-auto w-[15%]"
    />
    <img
      src={croissant}
      alt=""
      width={256}
      height={256}
      onError={hideBrokenImage}
      className="absolute right-0 bottom-[4%] h-auto w-[21%] rotate-24"
    />
  </>
);

/** Offline, decorative images may be missing. */
const hideBrokenImage = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.hidden = true;
};
