import { useState } from 'react';

type LocateState = 'idle' | 'asking' | 'found' | 'needAccess' | 'notWorking';

const PERMISSION_DENIED = 1;

/** Asks the browser where the person is, when they say so. */
export function useDevicePosition(onFound: (position: GeolocationCoordinates) => void) {
  const [state, setState] = useState<LocateState>('idle');
  const locate = () => {
    if (!('geolocation' in navigator)) return setState('notWorking');
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        onFound(coords);
        setState('found');
      },
      ({ code }) => setState(code === PERMISSION_DENIED ? 'needAccess' : 'notWorking'),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  return { state, locate };
}
