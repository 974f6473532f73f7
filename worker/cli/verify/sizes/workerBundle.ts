import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Sources for building, testing or operating the worker, which must not be bundled. */
const foreign: readonly RegExp[] = [
  /^(widget|demo|e2e)\//,
  /^worker\/(cli|testing|proof|pages\/print)\//,
  /^worker\/contract\/(documentation|errors\/errorHelp|testBodies)\.ts$/,
  /\.test\.ts$/,
]

export interface WorkerBundle {
  readonly gzipBytes: number
  /** Bundled files, relative to the repository. */
  readonly sources: readonly string[]
}

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >
}

/** Reads the bundle in a folder. */
export const readWorkerBundle = async (folder: string): Promise<WorkerBundle> => {
  const [index, metafile] = await Promise.all([
    readFile(join(folder, 'index.js')),
    readFile(join(folder, 'meta.json'), 'utf8'),
  ])
  const { outputs } = JSON.parse(metafile) as Metafile
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs))
  return {
    gzipBytes: (await promisify(gzip)(index)).length,
    sources: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path),
  }
}

/** Bundled sources that no request needs, or the lack of sources; an empty list if the bundle is fine. */
export const bundleFaults = ({ sources }: WorkerBundle): string[] => [
  ...(sources.length === 0 ? ['The worker has no sources.'] : []),
  ...sources
    .filter((path) => foreign.some((pattern) => pattern.test(path)))
    .map((path) => `The worker contains ${path}, which no request needs.`),
]
