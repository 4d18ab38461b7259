import { useState } from 'react';
import { type LocateProblem, locate, usePosition } from './position.ts';

/** Finds the person on a press; `problem` says why it did not work. */
export function useLocate() {
  const { position, keep, forget } = usePosition();
  const [locating, setLocating] = useState(false);
  const [problem, setProblem] = useState<LocateProblem | null>(null);
  const find = async () => {
    setLocating(true);
    setProblem(null);
    try {
      keep(await locate());
    } catch (reason) {
      setProblem(reason === 'unsupported' || reason === 'denied' ? reason : 'failed');
    } finally {
      setLocating(false);
    }
  };
  return { position, locating, problem, find, forget };
}

export type Place = ReturnType<typeof useLocate>;
