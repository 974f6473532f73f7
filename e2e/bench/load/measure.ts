import { runLoad, type Exercise, type Load } from './load.ts'
import { countRequest, type PerRequest } from './perRequest.ts'
import { rows, type BaselineScene, type Row, type RowName, type Scene } from './rows.ts'
import type { Server } from './servers.ts'

/** A load, with what one of its requests took besides time. */
export interface Round extends Load {
  /** CPU time of the runtime, in milliseconds; null where the system does not tell. */
  readonly cpuMs: number | null
  /** By how much the database grew. */
  readonly bytes: number
}

/** One row at one gateway, with its baseline in the same rounds. */
export interface Measured {
  readonly row: RowName
  /** How many payments were stored before. */
  readonly stored: number
  /** Round by round, as those of the baseline. */
  readonly loads: readonly Round[]
  readonly baselines: readonly Round[]
  readonly perRequest: PerRequest
  readonly ofBaseline: PerRequest
}

export interface Bench {
  readonly gateways: ReadonlyMap<number, Scene>
  readonly baseline: BaselineScene
  readonly rounds: number
  readonly seconds: number
}

/** Runs a load on a server, and sees what else it takes. */
export const measureRound = async (server: Server, exercise: Exercise, seconds: number): Promise<Round> => {
  const [cpuBefore, { bytes: bytesBefore }] = [server.cpuMs(), await server.counts()]
  const load = await runLoad(exercise, server.connections, seconds)
  const [cpuAfter, { bytes: bytesAfter }] = [server.cpuMs(), await server.counts()]
  return {
    ...load,
    cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / load.count,
    bytes: (bytesAfter - bytesBefore) / load.count,
  }
}

/** Long enough for the compilers of both sides to have done their work. */
export const warmUpSeconds = 1.5

/** Baseline and gateways in turns, round by round, so that what else the machine does is the same for all. */
export const measureRow = async (
  name: RowName,
  { gateways, baseline, rounds, seconds }: Bench,
): Promise<readonly Measured[]> => {
  const row: Row = rows[name]
  const subjects = [...gateways].map(([stored, scene]) => ({ stored, scene, loads: [] as Round[] }))
  const baselines: Round[] = []
  const loadBaseline = async (lasts: number) => measureRound(baseline.server, await baseline.ready(row.baseline), lasts)
  const load = async (scene: Scene, lasts: number) => measureRound(scene.server, await row.ready(scene, lasts), lasts)

  await loadBaseline(warmUpSeconds)
  for (const { scene } of subjects) await load(scene, warmUpSeconds)
  for (let nth = 0; nth < rounds; nth++) {
    baselines.push(await loadBaseline(seconds))
    for (const { scene, loads } of subjects) loads.push(await load(scene, seconds))
  }
  const ofBaseline = await countRequest(baseline.server, await baseline.ready(row.baseline))
  const measured: Measured[] = []
  for (const { stored, scene, loads } of subjects) {
    const perRequest = await countRequest(scene.server, await row.ready(scene, warmUpSeconds))
    measured.push({ row: name, stored, loads, baselines, perRequest, ofBaseline })
  }
  return measured
}
