import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stories } from '../../cli/contract/examples/stories/all.ts'
import type { ExampleRequest, Story } from '../../cli/contract/examples/step.ts'
import { createPlayer } from './player.ts'
import type { PlayedResponse } from './player.ts'
import { exampleOrigin, startExampleWorld } from './world.ts'

const storyOf = (id: string): Story => {
  const found = stories.findLast(({ steps }) => steps.some((step) => 'example' in step && step.example === id))
  // The examples of the shop are the first steps of all stories.
  return found ?? stories[0]!
}

const toRequest = async (incoming: IncomingMessage): Promise<Request> => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined && name !== 'host' && name !== 'connection') headers.set(name, [value].flat().join(', '))
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
  const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
  return new Request(exampleOrigin + incoming.url, { method: incoming.method!, headers, ...body })
}

const readResponse = async (response: Response): Promise<PlayedResponse> => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

/**
 * Serves the gateway of the recorded examples over HTTP on this machine.
 *
 * `prepare(id)` plays the story of an example up to it, so that the next request over HTTP with its method and path is answered as recorded.
 * Later examples of the same story continue where it stands; an example that was sent starts the story anew. Requests that match no
 * prepared example are answered, too, without a change of the clock. Until `stop`, Date.now and the random numbers of this process
 * are those of the story.
 */
export const startExampleGateway = async (port = 0) => {
  let world = await startExampleWorld()
  let story: Story = stories[0]!
  let player = createPlayer(world, story)
  let next: { readonly step: ExampleRequest; readonly method: string; readonly path: string } | null = null
  const { keys } = world

  const begin = async (other: Story): Promise<void> => {
    await world.stop()
    world = await startExampleWorld()
    story = other
    player = createPlayer(world, story)
  }

  const answer = async (request: Request): Promise<PlayedResponse> => {
    const expected = next
    const respond = async () => readResponse(await world.fetch(request))
    if (expected === null || request.method !== expected.method || new URL(request.url).pathname !== expected.path)
      return respond()
    next = null
    return player.playBy(expected.step, respond)
  }

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { status, headers, text } = await answer(await toRequest(incoming))
    outgoing.writeHead(status, Object.fromEntries(headers))
    outgoing.end(text)
  }
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((thrown: unknown) => {
      outgoing.writeHead(500)
      outgoing.end(String(thrown))
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** The API keys of the recorded requests. They are the same in each story. */
    keys,
    /** Plays the story of an example up to it. Returns the API key of its request, or null for none. */
    prepare: async (id: string): Promise<string | null> => {
      const of = storyOf(id)
      if (of.name !== story.name || !player.isAhead(id)) await begin(of)
      const step = await player.playUntil(id)
      const { method, path } = player.requestOf(step!)
      next = { step: step!, method, path }
      return player.keyOf(step!)
    },
    /** The response to an example that was sent. */
    responseTo: (id: string): PlayedResponse => player.responseTo(id),
    stop: async (): Promise<void> => {
      await new Promise((resolve) => server.close(resolve))
      await world.stop()
    },
  }
}

export type ExampleGateway = Awaited<ReturnType<typeof startExampleGateway>>
