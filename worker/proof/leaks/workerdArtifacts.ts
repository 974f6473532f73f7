import { appendFile, link, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { TestProject } from 'vitest/node'
import { outputFolder, scannedFolderVariable } from '../../testing/vitest/scannedFolder.ts'
import { listFiles } from './files.ts'
import { scanForLeaks, type Leak, type ScanTargets } from './scan.ts'
import { requireNoLeaksOfWorkerd } from './requireNoLeaks.ts'

/**
 * Artifacts of tests in workerd: files of databases and object storage, and output. The runtime removes its files when it exits, after the
 * last test, so each test file stores links to them.
 */

const readInode = async (file: string): Promise<number | undefined> => (await stat(file).catch(() => undefined))?.ino

/** Creates a second link to a file. A recreated file replaces its older link, since its rows were copied. */
const linkFile = async (file: string, stored: string): Promise<void> => {
  const [now, before] = [await readInode(file), await readInode(stored)]
  if (now === undefined || now === before) return
  await mkdir(dirname(stored), { recursive: true })
  if (before !== undefined) await rm(stored)
  await link(file, stored)
}

/** Stores the output of a test file, and links to all current files of the runtime. Does nothing outside of a recorded run. */
export const storeArtifacts = async (printed: string): Promise<void> => {
  const folder = process.env[scannedFolderVariable]
  if (!folder) return
  await appendFile(join(outputFolder(folder), 'printed.log'), printed)
  for (const file of await listFiles(tmpdir()))
    await linkFile(file, join(outputFolder(folder), relative(tmpdir(), file)))
}

/** A text with the targets to search for. */
export type Search = { readonly targets: ScanTargets; readonly text: string }

/** The text may have planted leaks. Its file is outside of the runtime's folder, whose files another project may be storing meanwhile. */
export const searchText = async ({ targets: sought, text }: Search): Promise<Leak[]> => {
  const folder = await mkdtemp(join(process.env[scannedFolderVariable] || tmpdir(), 'sluice-search-'))
  try {
    await writeFile(join(folder, 'text.log'), text)
    return await scanForLeaks(sought, { folders: [folder], files: [] })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Starts recording. Returns a function that scans the artifacts, and one that removes them. A whole run must have stored artifacts of each
 * kind. A part of it may have none: one file without a database, or one that could not be loaded.
 */
export const recordWorkerdRun = async (): Promise<{
  search: (run: { whole: boolean }) => Promise<void>
  end: () => void
}> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-worker-'))
  // Miniflare creates its folder here, after this function has returned.
  const runtimeTempDir = join(folder, 'tmp')
  await Promise.all([runtimeTempDir, outputFolder(folder)].map((each) => mkdir(each)))
  Object.assign(process.env, { TMPDIR: runtimeTempDir, [scannedFolderVariable]: folder })
  const search = async ({ whole }: { whole: boolean }) => {
    const stored = await listFiles(outputFolder(folder))
    for (const wanted of ['/printed.log', '/d1/'])
      if (whole && !stored.some((file) => file.includes(wanted)))
        throw new Error(`No artifacts of ${wanted} were stored, so the scan is incomplete.`)
    await requireNoLeaksOfWorkerd({ folders: [outputFolder(folder)], files: [] })
  }
  return { search, end: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Whether a run had all test files of its project, and not only those that a path selects. */
export const isWhole = (all: readonly string[], ran: readonly string[]): boolean => {
  const files = new Set(ran)
  return all.every((file) => files.has(file))
}

/** Global setup: scans all artifacts at the end of the run. */
export default async function scanAfterTests(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // If both projects run together, one scan covers both.
  if (process.env[scannedFolderVariable] !== undefined) return undefined
  const { search, end } = await recordWorkerdRun()
  // The runtime must exit first.
  process.once('exit', end)
  return async () => {
    const { testFiles } = await project.globTestFiles()
    await search({ whole: isWhole(testFiles, project.vitest.state.getFilepaths()) })
  }
}
