import { useCallback, useEffect, useRef } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';

/** Navigates while its page is open: a late answer takes nobody away from where they have gone meanwhile. */
export function usePageNavigate(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return useCallback(
    (to, options) => {
      if (isOpen.current) void navigate(to, options);
    },
    [navigate],
  );
}
