"""Decodes and encodes frames with cantools, for compare-dbc.mjs: one JSON line in, one JSON line out.

Directories with cantools, bitstruct and textparser are given as arguments. What cantools imports besides, for other formats and for real
buses, is not needed here and stood in for.
"""
import json
import sys
import types

sys.path[:0] = sys.argv[1:]


class Anything:
    def __init__(self, *args, **kwargs):
        pass


for name in ('can', 'diskcache', 'argparse_addons', 'crccheck'):
    try:
        __import__(name)
    except ImportError:
        module = types.ModuleType(name)
        module.__getattr__ = lambda attribute: Anything
        sys.modules[name] = module

import textparser  # noqa: E402

# older releases of textparser, which cantools asks a little more of
if not hasattr(textparser, 'MatchObject'):
    textparser.MatchObject = object
if not hasattr(textparser.Grammar, 'match'):
    textparser.Grammar.match = lambda self, tokens: self._root.match(tokens)

import cantools.database  # noqa: E402


def described(message):
    return {
        'id': message.frame_id,
        'isExtended': message.is_extended_frame,
        'name': message.name,
        'length': message.length,
        'senders': message.senders,
        'cycleTime': message.cycle_time,
        'comment': message.comment,
        'signals': {signal.name: described_signal(signal) for signal in message.signals},
    }


def described_signal(signal):
    return {
        'start': signal.start,
        'length': signal.length,
        'byteOrder': 'intel' if signal.byte_order == 'little_endian' else 'motorola',
        'isSigned': signal.is_signed,
        'isFloat': signal.is_float,
        'factor': signal.scale,
        'offset': signal.offset,
        'minimum': signal.minimum,
        'maximum': signal.maximum,
        'unit': signal.unit,
        'receivers': signal.receivers,
        'comment': signal.comment,
        'values': None if signal.choices is None else {str(k): str(v) for k, v in signal.choices.items()},
        'multiplexor': signal.multiplexer_signal,
        'multiplexValues': signal.multiplexer_ids,
    }


def answer(request):
    try:
        database = cantools.database.load_file(
            request['file'], database_format='dbc', strict=False, encoding=request['encoding'])
    except Exception as error:
        return {'error': f'{type(error).__name__}: {error}'}
    if 'frames' not in request:
        return {'messages': [described(message) for message in database.messages]}
    byKey = {}
    for message in database.messages:
        byKey.setdefault((message.frame_id, message.is_extended_frame), message)
    return {'frames': [decoded(byKey.get((id, bool(extended))), bytes.fromhex(data)) for id, extended, data in request['frames']]}


def decoded(message, data):
    if message is None:
        return {'error': 'no such message'}
    try:
        raw = message.decode(data, decode_choices=False, scaling=False)
        physical = message.decode(data, decode_choices=False, scaling=True)
        result = {
            'raw': {name: str(value) for name, value in raw.items()},
            'physical': {name: repr(float(value)) for name, value in physical.items()},
        }
    except Exception as error:
        return {'error': f'{type(error).__name__}: {error}'}
    try:
        result['encoded'] = message.encode(physical, strict=False).hex()
    except Exception as error:
        result['encodeError'] = f'{type(error).__name__}: {error}'
    return result


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
