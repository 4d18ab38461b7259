import { type RefObject, useEffect } from 'react';

/** Groups of buttons say `data-invalid` instead of `aria-invalid`; what frames a field says it, too, and takes no focus. */
const INVALID_SELECTOR = '[aria-invalid="true"], :is(button, fieldset)[data-invalid]';

/**
 * After a refused submit, focus on the first wrong control as the eye meets it; the form library would take the
 * order in which fields were registered.
 */
export function useFocusFirstError(formRef: RefObject<HTMLElement | null>, submitCount: number): void {
  useEffect(() => {
    if (submitCount > 0) formRef.current?.querySelector<HTMLElement>(INVALID_SELECTOR)?.focus();
  }, [formRef, submitCount]);
}
