import { useNavigation } from 'react-router';

/** A line at the top while the next page loads for longer than 200 ms. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-60 h-[3px] origin-left animate-[nav-bar_8s_200ms_ease-out_both] bg-sun"
    />
  );
}
