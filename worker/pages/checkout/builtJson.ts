/** Files that this isolate has read, by path. They belong to the worker's build and never change. */
const cache = new Map<string, unknown>()

/** Reads a JSON file that the build has written, from dist/assets. */
export const readBuiltJson = async <T>(path: string, assets: Fetcher): Promise<T> => {
  const cached = cache.get(path) as T | undefined
  if (cached) return cached
  const response = await assets.fetch(`https://assets.invalid${path}`)
  if (!response.ok) throw new Error(`dist/assets${path} is missing: the build and the worker have different versions`)
  const file = await response.json<T>()
  cache.set(path, file)
  return file
}
