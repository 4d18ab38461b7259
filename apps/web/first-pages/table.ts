import { routesWith } from '../src/app/router.tsx';
import { further } from '../src/app/routes/further.ts';

/** All pages there are. */
export const table = routesWith(further);
