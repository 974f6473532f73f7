/**
 * Imports an optional part of the form, once more if that fails: browsers cache a failed module under its URL.
 *
 * @param script path of the part
 */
export const loadPart = async <Part>(script: string): Promise<Part> =>
  (await import(/* @vite-ignore */ script).catch(() => import(/* @vite-ignore */ `${script}?${Date.now()}`))) as Part
