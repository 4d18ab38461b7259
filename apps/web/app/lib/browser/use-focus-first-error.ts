import { type RefObject, useEffect } from 'react';

/**
 * After a refused submit, focus on the first wrong control as the eye meets it; the form library would take the
 * order in which fields were registered. Groups of buttons say `data-invalid` instead of `aria-invalid`.
 */
export function useFocusFirstError(formRef: RefObject<HTMLElement | null>, submitCount: number): void {
  useEffect(() => {
    if (submitCount > 0)
      formRef.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus();
  }, [formRef, submitCount]);
}
