import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { type LocateProblem, locate, usePosition } from '../../lib/position.ts';

/**
 * Finds the person on a press; `problem` says why it did not work. `orByIp`: then the city their IP address names is
 * taken instead, when there is one.
 */
export function useLocate({ orByIp = false }: { orByIp?: boolean } = {}) {
  const { position, city, keep, forget } = usePosition();
  const [locating, setLocating] = useState(false);
  const [problem, setProblem] = useState<LocateProblem | null>(null);
  const find = async () => {
    setLocating(true);
    setProblem(null);
    try {
      keep(await locate());
    } catch (reason) {
      const byIp = orByIp && !position ? await cityOfIp() : null;
      if (byIp) keep(byIp);
      setProblem(reason as LocateProblem);
    } finally {
      setLocating(false);
    }
  };
  return { position, city, locating, problem, find, forget };
}

export type Place = ReturnType<typeof useLocate>;

/** Null for addresses nobody can place, such as those of a home network. */
const cityOfIp = () =>
  call('findCityByIp').then(
    ({ city, lat, lon }) => ({ city, latitude: lat, longitude: lon }),
    () => null,
  );
