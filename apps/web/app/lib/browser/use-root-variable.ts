import { useEffect } from 'react';

/** A custom property of the document while the component is shown: the room it takes, for what fills the rest. */
export function useRootVariable(name: `--${string}`, value: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(name, value);
    return () => void style.removeProperty(name);
  }, [name, value]);
}
