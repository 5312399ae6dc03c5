import type { Bullets, GoodsLine, Letter } from './letter-kind.ts'

/** The sender of mails, and how their readers reach the portal and its operator. */
export type Sender = {
  from: { name: string; address: string }
  companyName: string
  supportEmail: string
  supportPhone: string
  /** Without a trailing slash. */
  publicUrl: string
}

/** A mail as the transport gets it. */
export type Message = {
  /** The `Message-ID`, which is the same at every attempt to send the mail. */
  id: string
  date: Date
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The target of its button. */
  link: string | undefined
}

/** Renders a letter as text and HTML with the same content. */
export function renderMail(letter: Letter, sender: Sender, { id, date }: { id: string; date: Date }): Message {
  const link = letter.button && `${sender.publicUrl}${letter.button.path}`
  const page = { ...letter, link, contact: contactOf(sender), sender }
  return {
    id,
    date,
    from: sender.from,
    to: letter.to,
    subject: letter.subject,
    text: asText(page),
    html: asHtml(page),
    link,
  }
}

type Page = Letter & { link: string | undefined; contact: string; sender: Sender }

function contactOf({ companyName, supportEmail, supportPhone }: Sender) {
  return [companyName, supportEmail, supportPhone].filter(Boolean).join(' · ')
}

function asText({ to, paragraphs, goods, button, secondButton, link, footnotes = [], contact, sender }: Page): string {
  const amounts = goods && [goods.lines.map(goodsInText).join('\n'), sumsInText(goods.sums)]
  const parts = [
    greetingTo(to),
    ...paragraphs.map(part => (typeof part === 'string' ? part : bulletsInText(part))),
    ...(amounts ?? []),
    ...(button ? [`${button.label}:\n${link}`] : []),
    ...(secondButton ? [`${secondButton.label}:\n${sender.publicUrl}${secondButton.path}`] : []),
    ...footnotes,
    `-- \n${contact}`,
  ]
  return `${parts.join('\n\n')}\n`
}

const goodsInText = ({ name, detail, amount, note }: GoodsLine) =>
  [`- ${name}`, `${detail}: ${amount}`, ...(note?.split('\n') ?? [])].join('\n  ')

// Amounts are right-aligned in the fixed-width font in which most programs show text.
function sumsInText(sums: NonNullable<Letter['goods']>['sums']): string {
  const labelWidth = Math.max(...sums.map(({ label }) => label.length)) + 1
  const amountWidth = Math.max(...sums.map(({ amount }) => amount.length))
  return sums.map(({ label, amount }) => `${`${label}:`.padEnd(labelWidth)} ${amount.padStart(amountWidth)}`).join('\n')
}

const bulletsInText = ({ bullets }: Bullets) =>
  bullets.map(({ text, details = [] }) => [`- ${text}`, ...details.map(detail => `  ${detail}`)].join('\n')).join('\n')

const INK = '#272125'
const SOFT = '#635a57'
const LINE = '#e7e1dc'
const BRAND = '#5b2a5e'

// Mail programs support tables and inline styles, little else. One column that narrows with the window.
function asHtml(page: Page): string {
  const { to, subject, paragraphs, goods, button, secondButton, link, footnotes = [], contact, sender } = page
  const body = [
    `<h1 style="margin:0 0 16px;font:600 20px/28px Arial,sans-serif">${escaped(subject)}</h1>`,
    `<p style="margin:0 0 16px">${escaped(greetingTo(to))}</p>`,
    ...paragraphs.map(part =>
      typeof part === 'string' ? `<p style="margin:0 0 16px">${inLines(part)}</p>` : bulletList(part),
    ),
    goods ? goodsTable(goods) : '',
    button ? buttonTo(button.label, link ?? '') : '',
    secondButton ? linkTo(secondButton.label, `${sender.publicUrl}${secondButton.path}`) : '',
    ...footnotes.map(note => `<p style="margin:0 0 12px;color:${SOFT};font-size:14px">${inLines(note)}</p>`),
  ]
  return `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#faf8f6">
<div role="main">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#faf8f6">
<tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:8px">
<tr><td style="padding:16px 20px;border-bottom:1px solid ${LINE};font:600 18px/24px Arial,sans-serif;color:${BRAND}">${escaped(sender.companyName)}</td></tr>
<tr><td style="padding:20px;font:16px/24px Arial,sans-serif;color:${INK};overflow-wrap:anywhere">
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td style="padding:16px 20px;border-top:1px solid ${LINE};font:13px/20px Arial,sans-serif;color:${SOFT};overflow-wrap:anywhere">${escaped(contact)}</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`
}

// A list of its own, so that lines that wrap stay right of their bullet.
function bulletList({ bullets }: Bullets) {
  const items = bullets.map(({ text, details = [] }) => {
    const below = details.map(detail => `<br><span style="color:${SOFT};font-size:14px">${escaped(detail)}</span>`)
    return `<li style="margin:0 0 8px;padding:0">${escaped(text)}${below.join('')}</li>`
  })
  return `<ul style="margin:0 0 16px;padding:0 0 0 20px">
${items.join('\n')}
</ul>`
}

function buttonTo(label: string, link: string) {
  const address = escaped(link)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr><td style="background:${BRAND};border-radius:8px">
<a href="${address}" style="display:inline-block;padding:12px 20px;font:600 16px/20px Arial,sans-serif;color:#ffffff;text-decoration:none">${escaped(label)}</a>
</td></tr></table>
<p style="margin:0 0 16px;color:${SOFT};font-size:14px">Düğme açılmazsa şu adresi tarayıcınıza kopyalayın:<br><a href="${address}" style="color:${BRAND};word-break:break-all">${address}</a></p>`
}

const linkTo = (label: string, link: string) =>
  `<p style="margin:0 0 16px"><a href="${escaped(link)}" style="color:${BRAND}">${escaped(label)}</a></p>`

// A name has the full width, so that it need not wrap beside the amount on a phone.
function goodsTable({ lines, sums }: NonNullable<Letter['goods']>) {
  const last = `padding:0 0 8px;border-bottom:1px solid ${LINE}`
  const row = ({ name, detail, amount, note }: GoodsLine) => {
    const below = `${note ? 'padding:0' : last};vertical-align:top`
    return `<tr><td colspan="2" style="padding:8px 0 0">${escaped(name)}</td></tr>
<tr>
<td width="100%" style="${below};color:${SOFT};font-size:14px">${escaped(detail)}</td>
<td align="right" style="${below};padding-left:12px;white-space:nowrap">${escaped(amount)}</td>
</tr>${note ? `\n<tr><td colspan="2" style="${last}">${inLines(note)}</td></tr>` : ''}`
  }
  const sum = ({ label, amount }: { label: string; amount: string }, i: number) => {
    const isTotal = i === sums.length - 1
    const cell = isTotal
      ? `padding:8px 0 0;border-top:1px solid ${LINE};font-weight:600`
      : `padding:5px 0;color:${SOFT}`
    // The label takes the remaining width, so that amounts of any length are right-aligned with those of the goods and
    // labels are left-aligned.
    return `<tr>
<td width="100%" style="${cell};vertical-align:top">${escaped(label)}</td>
<td align="right" style="${cell};padding-left:12px;white-space:nowrap;vertical-align:top">${escaped(amount)}</td>
</tr>`
  }
  // A table of its own, so that a large sum does not narrow the column of the goods.
  return `${tableOf(lines.map(row), 'margin:0')}
${tableOf(sums.map(sum), 'margin:0 0 24px')}`
}

function tableOf(rows: string[], margin: string) {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${margin};font:16px/22px Arial,sans-serif;color:${INK}">
${rows.join('\n')}
</table>`
}

const greetingTo = ({ name }: Letter['to']) => (name ? `Sayın ${name},` : 'Merhaba,')

const inLines = (text: string) => escaped(text).replaceAll('\n', '<br>')

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, letter => ENTITIES[letter] ?? letter)
