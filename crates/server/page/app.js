'use strict'
// A small page over the public API: a guest, a game, a socket that says when to look again.
const $ = id => document.getElementById(id)
const marked = new Set()
let game = null, view = null, socket = null
const theme = () => matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
const say = (text, bad) => { $('say').textContent = text; $('say').className = bad ? 'bad' : '' }

async function call(method, path, body) {
  const headers = { 'content-type': 'application/json' }
  const token = localStorage.getItem('token')
  if (token) headers.authorization = 'Bearer ' + token
  const response = await fetch('/api/v1' + path, { method, headers, body: body && JSON.stringify(body) })
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('json')) return text
  const answer = JSON.parse(text)
  if (response.status === 401 && token) { localStorage.removeItem('token'); return call(method, path, body) }
  if (answer.error) throw answer
  return answer
}
async function signIn() {
  if (!localStorage.getItem('token')) localStorage.setItem('token', (await call('POST', '/guests', {})).token)
}
const complain = refused => {
  const error = refused.error ?? { message: String(refused) }
  say((error.violations?.length ? error.violations.map(v => `${v.rule}: ${v.message}`) : [error.message]).join('\n'), true)
}

const letters = text => text.match(/\[[^\]]+\]|./gu) ?? []
const place = (cell, tile) => tile.startsWith('?') && tile.length > 1
  ? { place_at: { cell, kind_id: '?', as_symbol: tile.slice(1) } } : { place_at: { cell, kind_id: tile } }
function draft() {
  if (!view) return null
  const square = $('square').value.trim(), word = $('word').value.trim(), both = (square + ' ' + word).trim()
  if (both.includes('=')) {
    return { actions: both.split(/\s+/).map(part => place(...part.split('='))) }
  }
  const m = /^(?:(\d+)([a-z]+)|([a-z]+)(\d+))$/i.exec(square)
  if (!m || !word) return null
  const down = !m[1], column = (m[2] ?? m[3]).toUpperCase()
  let x = [...column].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1, y = +(m[1] ?? m[4]) - 1
  const there = new Set(view.game.board.map(cell => cell.cell))
  const actions = []
  for (const symbol of letters(word)) {
    const cell = `${x},${y}`, bare = symbol.replace(/[[\]]/g, '')
    if (!there.has(cell) && bare !== '.') actions.push(place(cell, bare === bare.toUpperCase() ? bare : '?' + bare))
    down ? y++ : x++
  }
  return { actions }
}
let waiting
function preview() {
  clearTimeout(waiting)
  waiting = setTimeout(async () => {
    const move = draft()
    if (!move || !game) return
    try {
      const answer = await call('POST', `/games/${game.id}/preview`, { move })
      const b = answer.breakdown
      if (answer.legal) say([...b.words.map(w => `${w.text} ${w.score}`), ...b.bonuses.map(l => `${l.label} +${l.points}`), ...b.plugins.map(l => `${l.label} +${l.points}`), `Total ${b.total}`].join('\n'))
      else say('Not legal yet\n' + answer.violations.map(v => `${v.rule}: ${v.message}`).join('\n'), true)
    } catch (refused) { complain(refused) }
  }, 150)
}

async function show(table) {
  game = table.game
  view = table.view?.seat ?? table.view?.spectator ?? null
  marked.clear()
  $('name').textContent = '· ' + game.variant_name
  const g = view?.game
  $('players').replaceChildren(...game.seats.map((seat, i) => {
    const row = document.createElement('div'), name = document.createElement('span'), score = document.createElement('b')
    row.className = 'player' + (g && i === g.to_move && !g.result ? ' on' : '')
    name.textContent = seat.name + (i === game.your_seat ? ' (you)' : ''); score.textContent = g ? g.seats[i].score : ''
    row.append(name, score); return row
  }))
  if (!g) { $('board').textContent = 'Waiting for the others.'; return }
  const p = document.createElement('p')
  p.textContent = `${g.bag_len} tiles in the bag` + (g.result ? `. Game over: ${g.result.reason}` : game.your_turn ? '. Your turn.' : '.')
  $('players').append(p)
  $('rack').replaceChildren(...(view.rack ?? []).map((tile, i) => {
    const b = document.createElement('button'); b.className = 'tile'; b.textContent = tile
    b.onclick = () => { marked.has(i) ? marked.delete(i) : marked.add(i); b.classList.toggle('swap') }
    return b
  }))
  $('board').innerHTML = await call('GET', `/games/${game.id}/board.svg?theme=${theme()}&legend=true`)
}
const refresh = async () => show(await call('GET', `/games/${game.id}`))
const talk = (line) => { const p = document.createElement('p'); p.textContent = `${game.seats[line.seat].name}: ${line.text}`; $('talk').append(p) }

function listen() {
  socket?.close()
  const own = socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/v1/games/${game.id}/live`)
  own.onopen = () => own.send(JSON.stringify({ type: 'hello', token: localStorage.getItem('token') }))
  own.onmessage = event => {
    const message = JSON.parse(event.data)
    if (message.type === 'talk') talk(message)
    if (message.type === 'events') {
      for (const { fact } of message.events) if (fact.type === 'played' && fact.seat !== game.your_seat) say(`${game.seats[fact.seat].name}: ${fact.score.words.map(w => w.text).join(', ')} for ${fact.score.total}`)
      refresh()
    }
    if (message.type === 'table') refresh()
  }
  own.onclose = () => { if (own === socket) setTimeout(() => game && own === socket && (listen(), refresh()), 2000) }
}
async function open(table) {
  localStorage.setItem('game', table.game.id)
  $('talk').replaceChildren()
  const codes = (table.invites ?? []).map(invite => `${location.origin}/#join=${table.game.id}:${invite.code}`)
  $('invite').hidden = !codes.length
  $('invite').textContent = 'Send this address to your friend: ' + codes.join(' ')
  await show(table)
  for (const line of (await call('GET', `/games/${game.id}/chat`)).lines) talk(line)
  listen()
}
async function send(command, done) {
  if (!view) return say('Start a game first.', true)
  const sent = { client_id: crypto.randomUUID?.() ?? String(Math.random()).slice(2), revision: view.game.revision, command }
  try { await call('POST', `/games/${game.id}/commands`, sent); $('word').value = ''; say(done); await refresh() }
  catch (refused) { complain(refused); if (refused.view) await refresh() }
}

$('new').onsubmit = async event => {
  event.preventDefault()
  const against = $('against').value
  try {
    await signIn()
    const id = $('variant').value, entry = variants.find(variant => variant.id === id)
    const others = Math.max(1, Math.min(2, entry.players[1])) - 1
    const seats = ['me', ...Array(others).fill(against === 'friend' ? 'open' : { bot: against })]
    const words = entry.playable ? 'variant' : 'free'
    await open(await call('POST', '/games', { variant: { shipped: id }, seats, words, hints: true }))
    say(entry.playable ? 'Place a word to see its score.' : 'No word list for this language comes along: every word is accepted.')
  } catch (refused) { complain(refused) }
}
$('board').onclick = event => {
  const title = event.target.closest('g')?.querySelector('title')?.textContent ?? ''
  const m = /^([A-Z]+)(\d+)\b/.exec(title)
  if (m) { $('square').value = /^\d/.test($('square').value) || !$('square').value ? m[2] + m[1] : m[1] + m[2]; $('word').focus(); preview() }
}
$('square').oninput = $('word').oninput = preview
$('word').onkeydown = event => { if (event.key === 'Enter') $('play').click() }
$('turn').onclick = () => { $('square').value = $('square').value.replace(/^(\d+)([a-z]+)$|^([a-z]+)(\d+)$/i, (_, a, b, c, d) => a ? b + a : d + c); preview() }
$('play').onclick = () => { const move = draft(); move ? send({ type: 'move', move }, 'Played.') : say('Say a square and a word first.', true) }
$('swap').onclick = () => send({ type: 'move', move: { actions: [{ swap_rack: { tiles: [...marked].map(i => view.rack[i]) } }] } }, 'Swapped.')
$('pass').onclick = () => send({ type: 'pass' }, 'Passed.')
$('challenge').onclick = () => send({ type: 'challenge' }, 'Challenged.')
$('resign').onclick = () => { if (game && confirm('Resign this game?')) send({ type: 'resign' }, 'Resigned.') }
$('hint').onclick = async () => {
  try {
    const { moves } = await call('GET', `/games/${game.id}/hints`)
    if (!moves.length) return say('No play is possible; swap or pass.')
    $('square').value = ''
    $('word').value = moves[0].move.actions.map(a => `${a.place_at.cell}=${a.place_at.as_symbol ? '?' + a.place_at.as_symbol.toLowerCase() : a.place_at.kind_id}`).join(' ')
    say(moves.slice(0, 8).map(m => `${m.words.join(', ')} ${m.score}`).join('\n'))
  } catch (refused) { complain(refused) }
}
$('rematch').onclick = async () => { try { await open(await call('POST', `/games/${game.id}/rematch`)) } catch (refused) { complain(refused) } }
$('explain').onclick = async () => {
  try {
    const svg = await call('GET', `/games/${game.id}/account.svg?theme=${theme()}`)
    $('account').querySelector('div').innerHTML = svg; $('account').showModal()
  } catch (refused) { complain(refused) }
}
$('chat').onsubmit = async event => {
  event.preventDefault()
  try { await call('POST', `/games/${game.id}/chat`, { text: $('line').value }); $('line').value = '' } catch (refused) { complain(refused) }
}

let variants = []
async function begin() {
  variants = (await call('GET', '/variants')).variants
  $('variant').replaceChildren(...variants.map(variant => new Option(variant.name, variant.id, variant.id === 'classic', variant.id === 'classic')))
  const join = /^#join=([0-9a-f]+):([0-9a-f]+)$/.exec(location.hash)
  try {
    if (join) {
      await signIn(); history.replaceState(null, '', '/')
      return await open(await call('POST', `/games/${join[1]}/join`, { invite: join[2] }))
    }
    const last = localStorage.getItem('game')
    if (last && localStorage.getItem('token')) await open(await call('GET', '/games/' + last))
  } catch (refused) { localStorage.removeItem('game'); if (join) complain(refused) }
}
begin()
