import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SampleRun } from '../../../e2e/docs/examples/interpreter.ts'
import type { PrintedOperation, SampleLanguage } from '../../../e2e/docs/examples/printedSamples.ts'
import { makeSampleFolder } from '../../../e2e/docs/examples/sampleFolder.ts'
import { mainExample } from '../../cli/docs/api/examples.ts'
import { shownJson } from '../../cli/docs/api/shownJson.ts'
import { startExampleGateway } from './exampleGateway.ts'

/** Runs a program that is stored at a path. */
export type RunSample = (path: string) => Promise<SampleRun>

/** A running gateway with a folder in which samples run, as a reader has it. */
export const startSampleGateway = async () => {
  const gateway = await startExampleGateway()
  const folder = await makeSampleFolder()

  return {
    folder,
    /** The environment of a reader. */
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SLUICE_URL: gateway.url,
      SLUICE_SECRET_KEY: gateway.keys.secret,
      SLUICE_PUBLISHABLE_KEY: gateway.keys.publishable,
      SLUICE_TEAM_KEY: gateway.keys.team,
    },
    /** Runs the sample of an operation where the recorded story stands before it. Returns the response as pages print it. */
    respond: async (
      { operation, samples }: PrintedOperation,
      language: SampleLanguage,
      run: RunSample,
    ): Promise<unknown> => {
      const path = join(folder, `${operation}.${language === 'python' ? 'py' : language}`)
      await writeFile(path, samples[language])
      await gateway.prepare(mainExample(operation).id)
      const { printed, error } = await run(path)
      if (error !== undefined) throw new Error(`${operation} (${language}): ${error}`)
      return JSON.parse(shownJson(printed))
    },
    stop: async (): Promise<void> => {
      await gateway.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type SampleGateway = Awaited<ReturnType<typeof startSampleGateway>>
