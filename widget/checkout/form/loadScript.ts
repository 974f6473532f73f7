/** Loads a script of few checkouts, once more if it fails: browsers cache a failed module under its URL. */
export const loadScript = async <Module>(path: string): Promise<Module> =>
  (await import(/* @vite-ignore */ path).catch(() => import(/* @vite-ignore */ `${path}?${Date.now()}`))) as Module
