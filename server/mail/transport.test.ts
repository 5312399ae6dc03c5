import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { CERTIFICATE, linkIn, type MailServerOptions, startMailServer } from '../testing/mail-server.ts'
import { renderMail, type Sender } from './layout.ts'
import type { Letter } from './letter-kind.ts'
import { fileTransport, RecipientRefused, ServerUnavailable, smtpTransport } from './transport.ts'

const SENDER: Sender = {
  from: { name: 'Şen Gıda, Toptan', address: 'siparis@toptan.example' },
  companyName: 'Şen Gıda, Toptan',
  supportEmail: 'destek@toptan.example',
  supportPhone: '0212 000 00 00',
  publicUrl: 'https://toptan.example',
}
const LETTER: Letter = {
  to: { name: 'Çınaraltı Lokantası', address: 'ciner@ornek.com.tr' },
  subject: 'Siparişiniz alındı: ığüşöçİĞÜŞÖÇ ₺1.234,50',
  paragraphs: [`Çok uzun bir satır: ${'ığüşöç '.repeat(200)}.`, '.nokta ile başlayan\n.iki satır'],
  button: { label: 'Siparişi görüntüle', path: '/orders/7f3a?x=1&y=2' },
}
const DATE = new Date('2026-03-10T07:00:00Z')

function message({ to = LETTER.to, sender = SENDER }: { to?: Letter['to']; sender?: Sender } = {}) {
  return renderMail({ ...LETTER, to }, sender, { id: randomUUID(), date: DATE })
}

async function server(options?: MailServerOptions) {
  const started = await startMailServer(options)
  onTestFinished(() => started.stop())
  return started
}

function transportTo(url: string, timeout?: Parameters<typeof smtpTransport>[1]) {
  const transport = smtpTransport(url, timeout)
  onTestFinished(() => transport.close())
  return transport
}

/** The mail server's URL with the operator's additions. */
function addressed(
  { url }: { url: string },
  { user = '', password = '', query = {} }: { user?: string; password?: string; query?: Record<string, string> },
) {
  const address = new URL(url)
  Object.assign(address, { username: encodeURIComponent(user), password: encodeURIComponent(password) })
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}

const unixLines = (text = '') => text.replaceAll('\r\n', '\n')

test('a mail arrives unchanged', async () => {
  const { url, inbox } = await server()
  const sent = message()
  await transportTo(url).deliver(sent)
  expect(inbox).toHaveLength(1)
  const mail = inbox[0]!
  expect(mail).toMatchObject({
    messageId: `<${sent.id}@toptan.example>`,
    from: SENDER.from,
    to: [LETTER.to],
    recipients: [LETTER.to.address],
    subject: LETTER.subject,
    date: DATE.toISOString(),
    attachments: [],
  })
  expect(unixLines(mail.text).trimEnd()).toBe(sent.text.trimEnd())
  expect(unixLines(mail.html).trimEnd()).toBe(sent.html.trimEnd())
  expect(linkIn(mail)).toBe('https://toptan.example/orders/7f3a?x=1&y=2')
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  // Old servers accept no line above 998 bytes and only ASCII in headers.
  for (const { line } of mail.headerLines) expect(line).toMatch(/^[\x20-\x7e\r\n\t]*$/)
})

test('a mail shows exactly the names that its sender and its recipient have', async () => {
  const { url, inbox } = await server()
  const transport = transportTo(url)
  for (const name of [
    '"Tırnak" ve \'kesme\'',
    'Virgül, noktalı; virgül: <açı> (ayraç) @ işareti',
    '<script>alert(1)</script>',
    'Şişli İçecek & Gıda Paz. ve Tic. Ltd. Şti. '.repeat(5).slice(0, 200).trim(),
    'Ters \\ bölü',
    'baskasi@ornek.com.tr',
  ]) {
    const from = { ...SENDER.from, name }
    await transport.deliver(message({ to: { ...LETTER.to, name }, sender: { ...SENDER, from, companyName: name } }))
    const mail = inbox.pop()
    expect([mail?.to, mail?.from]).toEqual([[{ name, address: LETTER.to.address }], from])
    expect(mail?.recipients).toEqual([LETTER.to.address])
    expect(mail?.html).not.toContain('<script>')
  }
})

test('no name or address can inject a header or a recipient', async () => {
  const { url, inbox } = await server()
  const transport = transportTo(url)
  await transport.deliver(message())
  const ordinary = inbox.pop()?.headers.map(({ key }) => key)
  const address = 'lezzet@ornek.com.tr'
  for (const name of ['Lezzet\r\nBcc: baskasi@ornek.com.tr', 'Lezzet> <baskasi@ornek.com.tr>\r\n\r\nKötü metin']) {
    await transport.deliver(message({ to: { name, address } }))
    const mail = inbox.pop()
    expect([mail?.recipients, mail?.headers.map(({ key }) => key)]).toEqual([[address], ordinary])
    expect(mail?.to?.map(to => to.address)).toEqual([address])
  }
  for (const more of ['>\r\nRCPT TO:<baskasi@ornek.com.tr', ', baskasi@ornek.com.tr']) {
    await expect(transport.deliver(message({ to: { name: 'Lezzet', address: address + more } }))).rejects.toThrow()
  }
  expect(inbox).toEqual([])
})

test.each(['starttls', 'implicit'] as const)('a server with an untrusted certificate gets no mail (%s)', async tls => {
  const mailServer = await server({ tls, login: { user: 'portal', password: 'gizli' } })
  const login = { user: 'portal', password: 'gizli' }
  await expect(transportTo(addressed(mailServer, login)).deliver(message())).rejects.toThrow('self-signed certificate')
  expect(mailServer.inbox).toEqual([])

  for (const [name, value] of [
    ['tls.ca', CERTIFICATE],
    ['tls.rejectUnauthorized', 'false'],
  ] as const) {
    await transportTo(addressed(mailServer, { ...login, query: { [name]: value } })).deliver(message())
    expect(mailServer.inbox.splice(0).map(mail => mail.isSecure)).toEqual([true])
  }
})

test('where TLS is required, a server without it gets neither mail nor password', async () => {
  const login = { user: 'portal', password: 'gizli' }
  const mailServer = await server({ login })
  const required = addressed(mailServer, { ...login, query: { requireTLS: 'true' } })
  await expect(transportTo(required).deliver(message())).rejects.toThrow('STARTTLS')
  expect(mailServer.inbox).toEqual([])
})

test('the login of the URL is used, whatever characters it has; a wrong one is not the recipient’s fault', async () => {
  const login = { user: 'portal@toptan.example', password: 'ş:i/f@r?e#%&' }
  const mailServer = await server({ login })
  await transportTo(addressed(mailServer, login)).deliver(message())
  expect(mailServer.inbox).toHaveLength(1)
  for (const wrong of [{ ...login, password: 'yanlış' }, {}]) {
    const refused = transportTo(addressed(mailServer, wrong)).deliver(message())
    await expect(refused).rejects.toThrow()
    await expect(refused).rejects.not.toBeInstanceOf(RecipientRefused)
  }
  expect(mailServer.inbox).toHaveLength(1)
})

test('only a reply that rejects the recipient is final', async () => {
  const { url, behave, inbox } = await server()
  const transport = transportTo(url)
  for (const [answer, isFinal] of [
    ['550 5.1.1 No such user', true],
    ['550 Unknown mailbox', true],
    ['553 5.1.3 Bad address', true],
    ['556 5.1.10 Recipient address has null MX', true],
    ['450 4.2.0 Greylisted', false],
    ['452 4.2.2 Mailbox full', false],
    ['552 5.2.2 Mailbox full', false],
    ['503 Bad sequence of commands', false],
    ['530 5.7.0 Authentication required', false],
    ['550 5.7.1 Access denied', false],
    ['550 relay not permitted', false],
    ['554 5.7.1 Relay access denied', false],
  ] as const) {
    behave({ refused: { [LETTER.to.address]: answer } })
    const error = await transport.deliver(message()).catch((error: unknown) => error)
    expect([answer, String(error)]).toEqual([answer, expect.stringContaining(answer)])
    expect([answer, error instanceof RecipientRefused]).toEqual([answer, isFinal])
    await transport.deliver(message({ to: { name: 'Başkası', address: 'baskasi@ornek.com.tr' } }))
    expect(inbox.splice(0)).toHaveLength(1)
  }
  behave({ rejectsSender: '553 5.7.1 Sender address rejected: not owned by user' })
  const error = await transport.deliver(message()).catch((error: unknown) => error)
  expect([String(error), error instanceof RecipientRefused]).toEqual([expect.stringContaining('not owned'), false])
  behave({ rejectsSender: '550 No such sender' })
  await expect(transport.deliver(message())).rejects.not.toBeInstanceOf(RecipientRefused)
})

test.each(['at the greeting', 'after the mail'] as const)(
  'when a server falls silent %s, the attempt ends and the mail can be sent again',
  async hangs => {
    const { url, behave, inbox, waiting } = await server()
    // Long enough for a busy machine to reply in, at the second attempt.
    const transport = transportTo(url, { greetingTimeout: 1500, socketTimeout: 1500 })
    behave({ hangs })
    const sent = message()
    await expect(transport.deliver(sent)).rejects.toThrow(/Timeout|Greeting never received/)
    await expect.poll(waiting).toEqual([])
    behave()
    await transport.deliver(sent)
    expect(inbox.map(mail => mail.messageId)).toEqual([`<${sent.id}@toptan.example>`])
  },
)

test('a server that replies without end cannot hold a mail beyond the attempt’s timeout', async () => {
  const endless = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write('220 hello\r\n')
    const drip = setInterval(() => socket.write('250-still here\r\n'), 20)
    socket.once('close', () => clearInterval(drip))
  }).listen(0, '127.0.0.1')
  await once(endless, 'listening')
  onTestFinished(() => void endless.close())
  const address = endless.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const transport = transportTo(`smtp://127.0.0.1:${port}`, { wholeTry: 500 })
  const error: unknown = await transport.deliver(message()).catch(reason => reason)
  expect(error).toBeInstanceOf(ServerUnavailable)
  expect(error).toMatchObject({ message: expect.stringContaining('aborted') })
})

test('after a restart of the mail server the next mail arrives at the first attempt', async () => {
  const first = await startMailServer()
  const transport = transportTo(first.url)
  await transport.deliver(message())
  await first.stop()
  await expect(transport.deliver(message())).rejects.toThrow('ECONNREFUSED')
  const second = await server({ port: first.port })
  await transport.deliver(message())
  expect(second.inbox).toHaveLength(1)
})

test('without a mail server mails are files that mail programs open, and only a demo prints their links', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-mail-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const logged: string[] = []
  const transport = fileTransport(join(directory, 'mail'), line => logged.push(line), { printsLinks: false })
  const sent = message()
  await transport.deliver(sent)
  await transport.deliver(sent)
  const files = await readdir(join(directory, 'mail'))
  expect(files).toEqual([`2026-03-10T07-00-00.000Z-${sent.id}.eml`])
  const mail = await PostalMime.parse(await readFile(join(directory, 'mail', files[0]!)))
  expect(mail).toMatchObject({ from: SENDER.from, to: [LETTER.to], subject: LETTER.subject })
  expect(unixLines(mail.text).trimEnd()).toBe(sent.text.trimEnd())
  expect(logged[0]).toBe(`Mail written to ${join(directory, 'mail', files[0]!)}`)
  const demo = fileTransport(join(directory, 'mail'), line => logged.push(line), { printsLinks: true })
  await demo.deliver(sent)
  expect(logged[2]).toBe(`Mail to ciner@ornek.com.tr: ${LETTER.subject}\n  https://toptan.example/orders/7f3a?x=1&y=2`)
})

test('mails are written again after their directory was deleted, and after it could not be made', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-mail-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const mails = join(directory, 'mail')
  const transport = fileTransport(mails, () => undefined, { printsLinks: false })
  await writeFile(mails, 'a file where the directory should be')
  await expect(transport.deliver(message())).rejects.toThrow('EEXIST')
  await rm(mails)
  await transport.deliver(message())
  await rm(mails, { recursive: true })
  await transport.deliver(message())
  expect(await readdir(mails)).toHaveLength(1)
  expect((await stat(mails)).mode & 0o777).toBe(0o700)
})
