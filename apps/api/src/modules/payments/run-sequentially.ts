/** One after the other; one that is refused for good keeps none behind it waiting. Throws when all had their turn. */
export async function runSequentially(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} failed, the first by ${errors[0]}`);
}
