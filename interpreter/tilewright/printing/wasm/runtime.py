"""What every module brings along, written by hand: free room, lists, arithmetic.

The first global says where free room begins, the second what a fault was about, the third where
free room begins for each move: it is given back as a whole when a move begins.
"""

from __future__ import annotations

# Faults that are told by no rule.
NO_SUCH, BY_ZERO, NO_MEMORY, DAMAGED, ROUND_AND_ROUND = range(1, 6)
FIRST_FAULT = 16

BY_HAND = """
room (i32) -> i32; i32 i32
global.get 0; tee 1; get 0; i32.add; i32.const 7; i32.add; i32.const -8; i32.and; tee 2
global.get 3; i32.gt_u; get 2; get 1; i32.lt_u; i32.add
if
 get 2; get 1; call grow
end
get 2; global.set 0; get 1

grow (i32 i32);
get 0; get 1; i32.lt_u
if
 i32.const $no_memory; global.set 1; unreachable
end
get 0; global.get 3; i32.sub; i32.const 16; i32.shr_u
i32.const 16; i32.add; memory.grow; i32.const -1; i32.eq
if
 i32.const $no_memory; global.set 1; unreachable
end
memory.size; i32.const 16; i32.shl; global.set 3

new list (i32) -> i32; i32 i32
global.get 0; tee 1; get 0; i32.const 3; i32.shl; i32.const 16; i32.add; i32.add; tee 2
global.get 3; i32.gt_u; get 0; i32.const 134217727; i32.gt_u; i32.add
if
 get 0; i32.const 134217727; i32.gt_u
 if
  i32.const $no_memory; global.set 1; unreachable
 end
 get 2; get 1; call grow
end
get 2; global.set 0
get 1; get 0; extend; i64.const 32; i64.shl; i64.store 0
get 1; get 1; i32.const 16; i32.add; i32.store 8
get 1

move (i32 i32 i32);
get 2; i32.const 384; i32.gt_u
if
 get 0; get 1; get 2; memory.copy; return
end
get 0; get 1; i32.gt_u
if
 block
  loop
   get 2; i32.const 16; i32.lt_u; br_if 1
   get 2; i32.const 16; i32.sub; set 2
   get 0; get 2; i32.add; get 1; get 2; i32.add; v128.load 0; v128.store 0
   br 0
  end
 end
else
 block
  loop
   get 2; i32.const 16; i32.lt_u; br_if 1
   get 0; get 1; v128.load 0; v128.store 0
   get 0; i32.const 16; i32.add; set 0
   get 1; i32.const 16; i32.add; set 1
   get 2; i32.const 16; i32.sub; set 2
   br 0
  end
 end
end
get 2
if
 get 0; get 1; i64.load 0; i64.store 0
end

more room (i32 i32); i32 i32
get 0; i32.load 4; get 1; i32.lt_u
if
 get 1; i32.const 1; i32.shl; i32.const 4; i32.add; tee 2
 i32.const 3; i32.shl; call room; set 3
 get 3; get 0; i32.load 8; get 0; i32.load 0; i32.const 3; i32.shl; call move
 get 0; get 3; i32.store 8
 get 0; get 2; i32.store 4
end

extend (i32 i32 i32); i32 i32
get 0; i32.load 0; set 3
get 3; get 2; get 1; i32.sub; i32.const 3; i32.shr_u; i32.add; set 4
get 0; get 4; call more room
get 0; i32.load 8; get 3; i32.const 3; i32.shl; i32.add; get 1; get 2; get 1; i32.sub; call move
get 0; get 4; i32.store 0

copied (i32 i32) -> i32; i32 i32
get 1; get 0; i32.sub; tee 2; i32.const 3; i32.shr_u; i32.const 2; i32.add; call new list; set 3
get 3; i32.load 8; get 0; get 2; call move
get 3; get 2; i32.const 3; i32.shr_u; i32.store 0
get 3

repeated (i64 i64) -> i32; i32 i32 i32
get 1; i64.const 0; i64.gt_s
if
 get 1; wrap; set 3
end
get 3; call new list; set 2
get 2; i32.load 8; set 4
get 2; get 3; i32.store 0
get 0; i64.eqz; get 3; i32.const 64; i32.gt_u; i32.and
if
 get 4; i32.const 0; get 3; i32.const 3; i32.shl; memory.fill
 get 2; return
end
block
 loop
  get 3; i32.eqz; br_if 1
  get 4; get 0; i64.store 0
  get 4; i32.const 8; i32.add; set 4
  get 3; i32.const 1; i32.sub; set 3
  br 0
 end
end
get 2

from the end (i64 i64) -> i64;
get 0; get 1; i64.add; tee 0; get 1; i64.ge_u
if
 i32.const $no_such; global.set 1; unreachable
end
get 0

clamped (i64 i64) -> i64;
get 0; i64.const 0; i64.lt_s
if
 get 0; get 1; i64.add; tee 0; i64.const 0; i64.lt_s
 if
  i64.const 0; return
 end
end
get 0; get 1; get 0; get 1; i64.lt_s; select

put (i32 i64 i64); i64
get 1; get 0; i32.load 0; extend; tee 3; i64.ge_u
if
 get 1; get 3; call from the end; set 1
end
get 0; i32.load 8; get 1; wrap; i32.const 3; i32.shl; i32.add; get 2; i64.store 0

pop (i32) -> i64; i32
get 0; i32.load 0; tee 1; i32.eqz
if
 i32.const $no_such; global.set 1; unreachable
end
get 0; get 1; i32.const 1; i32.sub; tee 1; i32.store 0
get 0; i32.load 8; get 1; i32.const 3; i32.shl; i32.add; i64.load 0

known label (i64) -> i64;
get 0; i64.const $labels; i64.ge_u
if
 i32.const $damaged; global.set 1; unreachable
end
get 0; wrap; i32.const 3; i32.shl; i64.load $label_table; i64.eqz
if
 i32.const $damaged; global.set 1; unreachable
end
get 0

quotient (i64 i64) -> i64; i64
get 1; i64.eqz
if
 i32.const $by_zero; global.set 1; unreachable
end
get 1; i64.const -1; i64.eq
if
 i64.const 0; get 0; i64.sub; return
end
get 0; get 1; i64.div_s; set 2
get 0; get 1; i64.xor; i64.const 0; i64.lt_s
if
 get 2; get 1; i64.mul; get 0; i64.ne
 if
  get 2; i64.const 1; i64.sub; return
 end
end
get 2

rest (i64 i64) -> i64;
get 0; get 0; get 1; call quotient; get 1; i64.mul; i64.sub

write (i32 i64 i64 i32 i32);
get 0; get 1; get 2; get 4; get 3; i32.sub; call place to write
get 3; get 4; get 3; i32.sub; call move

fill (i32 i64 i32);
block
 loop
  get 2; i32.eqz; br_if 1
  get 0; get 1; i64.store 0
  get 0; i32.const 8; i32.add; set 0
  get 2; i32.const 1; i32.sub; set 2
  br 0
 end
end

place to write (i32 i64 i64 i32) -> i32;
get 1; get 2; i64.gt_s; get 1; i64.const $total; i64.gt_u; i64.const 0; get 2; i64.gt_s
i32.add; i32.add
get 2; get 1; i64.sub; i64.const 3; i64.shl; get 3; extend; i64.ne; i32.add
get 2; i64.const $total; i64.gt_u; i32.add
if
 i32.const $damaged; global.set 1; unreachable
end
get 0; get 1; wrap; i32.const 3; i32.shl; i32.add

copy of state (i32) -> i32; i32
i32.const $bytes; call room; tee 1; get 0; i32.const $bytes; memory.copy; get 1
"""
